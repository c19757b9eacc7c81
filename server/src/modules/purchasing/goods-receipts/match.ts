import { articleKey } from '@artikul/contract/catalog/article'
import { brandKey } from '@artikul/contract/catalog/brand'
import { toThousandths } from '@artikul/contract/core/money'
import { brandIdsOf, type BrandKeys } from '../../catalog/index.ts'
import type { AwaitedRow } from '../purchase-orders/index.ts'

/** Fields of a receipt line used for matching. */
export interface CountedLine {
  id: number
  brand: string
  article: string
  /** Received quantity; the quantity of the УПД while nothing was counted. */
  came: number
}

export interface MatchedQuantity<R> {
  row: R
  qty: number
}
export interface Matched<R> {
  /** Matched orders, oldest promise first. */
  allocations: MatchedQuantity<R>[]
  /** Quantity that no order waits for. */
  surplus: number
}

/** Identifies the maker behind a spelling: by brand id, or by the spelling's key for an unknown brand. */
export const makerOf = (written: string, brands: BrandKeys): string =>
  String(brandIdsOf(written, brands)[0] ?? brandKey(written))

type Awaited = Pick<
  AwaitedRow,
  'id' | 'order_line_id' | 'brand' | 'article' | 'own_brand' | 'own_article' | 'new_article' | 'qty'
>

/** Collects every name of a row's goods, as spelled by the supplier or the catalogue. */
function namesOf(row: Awaited, brands: BrandKeys): Set<string> {
  const makers = [row.brand, row.own_brand].map((brand) => makerOf(brand, brands))
  const articles = [row.article, row.own_article, row.new_article].map(articleKey).filter(Boolean)
  return new Set(makers.flatMap((maker) => articles.map((article) => `${maker} ${article}`)))
}

/**
 * Matches goods to awaited rows by maker and article, in the given order, so that the oldest promise is served first.
 * One receipt line may serve several orders; a row may be served by several lines, but never above its awaited
 * quantity, nor may several rows of one client line exceed the quantity that it waits for.
 * @param awaited rows, oldest promise first
 * @param awaitedQty awaited quantity of a client's line, by line id
 */
export function matchReceived<R extends Awaited>(
  lines: readonly CountedLine[],
  awaited: readonly R[],
  brands: BrandKeys,
  awaitedQty: ReadonlyMap<number, number>,
): Map<number, Matched<R>> {
  const byName = new Map<string, R[]>()
  for (const row of awaited)
    for (const name of namesOf(row, brands)) byName.set(name, [...(byName.get(name) ?? []), row])
  const left = new Map(awaited.map((row) => [row.id, toThousandths(row.qty)]))
  const ofLine = new Map([...awaitedQty].map(([id, qty]) => [id, toThousandths(qty)]))
  return new Map(
    lines.map((line) => {
      let came = toThousandths(line.came)
      const allocations: MatchedQuantity<R>[] = []
      for (const row of byName.get(`${makerOf(line.brand, brands)} ${articleKey(line.article)}`) ?? []) {
        const ofOrder = row.order_line_id === null ? Infinity : (ofLine.get(row.order_line_id) ?? Infinity)
        const ofRow = left.get(row.id) ?? 0
        const qty = Math.min(came, ofRow, ofOrder)
        if (qty <= 0) continue
        came -= qty
        left.set(row.id, ofRow - qty)
        if (row.order_line_id !== null) ofLine.set(row.order_line_id, ofOrder - qty)
        allocations.push({ row, qty: qty / 1000 })
      }
      return [line.id, { allocations, surplus: came / 1000 }]
    }),
  )
}
