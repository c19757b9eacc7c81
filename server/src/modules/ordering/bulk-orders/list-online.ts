import { articleKey } from '@artikul/contract/catalog/article'
import type { ListOnlineEvent } from '@artikul/contract/ordering/bulk-orders'
import type { Db } from '../../../platform/db/index.ts'
import { brandIdsOf, type BrandKeys } from '../../catalog/index.ts'
import type { KnownOffer, ManyAnswer, OnlineSuppliers } from '../../suppliers/index.ts'
import { createShowing, type ShowingDeps } from '../search/index.ts'
import { selectBulkOrderRows, type RowOfList } from './bulk-orders.queries.ts'
import { placeOf, requireList, type ListCaller, type ListDeps } from './bulk-orders.ts'
import { readZones } from './match-list.ts'

/** Maximum number of offers of one supplier for one row. */
const MAX_OFFERS = 5

export interface ListOnlineDeps extends ListDeps, ShowingDeps {
  online: Pick<OnlineSuppliers, 'askMany'>
}

/** Row that suppliers can be queried for: it refers to one maker's article, known to the catalogue or not. */
interface QueriedRow {
  row: RowOfList
  part: { article: string; articleKey: string; brandId: number; brand: string }
}

const nameOf = ({ brandId, articleKey: key }: Pick<KnownOffer, 'brandId' | 'articleKey'>) => `${brandId} ${key}`

const rowsToQuery = (rows: readonly RowOfList[], brands: BrandKeys): QueriedRow[] =>
  rows.flatMap((row) => {
    const [article, brand] = [row.product_article ?? row.article, row.product_brand ?? row.brand]
    const [key, brandId] = [articleKey(article), brand === '' ? undefined : brandIdsOf(brand, brands)[0]]
    if (row.in_cart || row.fault !== null || brandId === undefined || key.length < 2) return []
    return [{ row, part: { article, articleKey: key, brandId, brand } }]
  })

const knownOf = ({ offers }: ManyAnswer): KnownOffer[] =>
  offers
    .flatMap((offer) => (offer.brandId === null ? [] : [{ ...offer, brandId: offer.brandId }]))
    .toSorted((a, b) => a.purchaseKop - b.purchaseKop)

/**
 * Streams the offers of online suppliers, as they arrive, for rows that are looked up and not in the cart. Available to
 * companies only, because the prices are a company's.
 * @throws AppError `not_found` before the first event
 */
export async function followOnline(db: Db, deps: ListOnlineDeps, caller: ListCaller, id: number, signal: AbortSignal) {
  const { contractorId, ...place } = placeOf(caller, await requireList(db, caller, id))
  const [rows, zoneOf, brands] = await Promise.all([
    contractorId === null ? [] : selectBulkOrderRows(db, id),
    readZones(db, { contractorId, ...place }),
    deps.readBrands(),
  ])
  const queriedRows = rowsToQuery(rows, brands)
  const rowsOf = Map.groupBy(queriedRows, (one) => nameOf(one.part))
  const shownIn = async (answer: ManyAnswer): Promise<ListOnlineEvent['rows']> => {
    const offers = knownOf(answer)
    const show = await createShowing(deps, contractorId, { offers, ageMs: answer.ageMs })
    const shownFor = async ({ row }: QueriedRow, own: readonly KnownOffer[]) => {
      const zoneId = zoneOf(row.consignee_id)
      const all = await Promise.all(own.slice(0, MAX_OFFERS).map((offer) => show(offer, zoneId, row.qty ?? 1)))
      const shown = all.filter((one) => one !== null)
      const [first] = shown
      return first ? [{ position: row.position, product: first.product, offers: shown.map(({ offer }) => offer) }] : []
    }
    const named = [...Map.groupBy(offers, nameOf)]
    const found = named.flatMap(([name, own]) => (rowsOf.get(name) ?? []).map((one) => shownFor(one, own)))
    return (await Promise.all(found)).flat().toSorted((one, other) => one.position - other.position)
  }
  return (async function* (): AsyncGenerator<ListOnlineEvent> {
    if (queriedRows.length === 0) return
    const articles = queriedRows.map((one) => one.part)
    for await (const answer of deps.online.askMany(articles, { signal })) {
      const shown = await shownIn(answer)
      if (shown.length > 0) yield { number: answer.supplierId, rows: shown }
    }
  })()
}
