import { articleKey } from '@artikul/contract/catalog/article'
import { brandKey } from '@artikul/contract/catalog/brand'
import { toThousandths } from '@artikul/contract/core/money'
import { brandIdsOf, type BrandKeys } from '../../catalog/index.ts'
import type { AwaitedRow } from '../purchase-orders/index.ts'

/** A line of a receipt as far as it is matched by. */
export interface CountedLine {
  id: number
  brand: string
  article: string
  /** What has come; where nobody has counted yet, what the УПД names. */
  came: number
}

export interface Taken<R> {
  row: R
  qty: number
}
export interface Matched<R> {
  /** The oldest promise first. */
  taken: Taken<R>[]
  /** What no order waits for. */
  surplus: number
}

/** The maker that a spelling means: his id, or the spelling's key where nobody knows him. */
export const makerOf = (written: string, brands: BrandKeys): string =>
  String(brandIdsOf(written, brands)[0] ?? brandKey(written))

type Awaited = Pick<
  AwaitedRow,
  'id' | 'order_line_id' | 'brand' | 'article' | 'own_brand' | 'own_article' | 'new_article' | 'qty'
>

/** Everything that goods of a row may be called, as the supplier or the catalogue spell them. */
function namesOf(row: Awaited, brands: BrandKeys): Set<string> {
  const makers = [row.brand, row.own_brand].map((brand) => makerOf(brand, brands))
  const articles = [row.article, row.own_article, row.new_article].map(articleKey).filter(Boolean)
  return new Set(makers.flatMap((maker) => articles.map((article) => `${maker} ${article}`)))
}

/**
 * Whose the goods are: by maker and article, the rows in the order given, so that the oldest promise is served first.
 * One line serves several orders; a row is served by several lines, never beyond what it waits for, nor several rows of
 * one client's line beyond what that line waits for.
 *
 * @param awaited the oldest promise first
 * @param waits so much of a client's line waits, by its id
 */
export function matchReceived<R extends Awaited>(
  lines: readonly CountedLine[],
  awaited: readonly R[],
  brands: BrandKeys,
  waits: ReadonlyMap<number, number>,
): Map<number, Matched<R>> {
  const byName = new Map<string, R[]>()
  for (const row of awaited)
    for (const name of namesOf(row, brands)) byName.set(name, [...(byName.get(name) ?? []), row])
  const left = new Map(awaited.map((row) => [row.id, toThousandths(row.qty)]))
  const ofLine = new Map([...waits].map(([id, qty]) => [id, toThousandths(qty)]))
  return new Map(
    lines.map((line) => {
      let came = toThousandths(line.came)
      const taken: Taken<R>[] = []
      for (const row of byName.get(`${makerOf(line.brand, brands)} ${articleKey(line.article)}`) ?? []) {
        const [ofRow, ofOrder] = [left.get(row.id) ?? 0, ofLine.get(row.order_line_id) ?? Infinity]
        const qty = Math.min(came, ofRow, ofOrder)
        if (qty <= 0) continue
        came -= qty
        left.set(row.id, ofRow - qty)
        ofLine.set(row.order_line_id, ofOrder - qty)
        taken.push({ row, qty: qty / 1000 })
      }
      return [line.id, { taken, surplus: came / 1000 }]
    }),
  )
}
