import { articleKey } from '@artikul/contract/catalog/article'
import type { OfferGroup } from '@artikul/contract/catalog/catalog'
import type { Maker } from '@artikul/contract/ordering/search'
import type { Db } from '../../../platform/db/index.ts'
import { offersByArticle, selectOffersAroundProduct } from '../../catalog/index.ts'
import { groupOffers } from '../../pricing/index.ts'
import { makersOf } from '../search/index.ts'
import { selectBulkOrderRows } from './bulk-orders.queries.ts'
import { placeOf, requireList, rowNotFound, type ListCaller, type ListDeps } from './bulk-orders.ts'
import { readZones } from './match-list.ts'

/**
 * Lists the options of a row: the makers of its article while none is chosen, then all offers with replacements and
 * analogues, with delivery dates for its point.
 * @throws AppError `not_found`
 */
export async function rowOffers(
  db: Db,
  { driver, pricing, readDirectory }: ListDeps,
  caller: ListCaller,
  { id, position }: { id: number; position: number },
): Promise<{ makers: Maker[]; groups: OfferGroup[] }> {
  const place = placeOf(caller, await requireList(db, caller, id))
  const [row] = await selectBulkOrderRows(db, id, { positions: [position] })
  if (!row) throw rowNotFound()
  const [quote, zoneOf, offers] = await Promise.all([
    pricing(place.contractorId),
    readZones(db, place),
    row.product_id === null
      ? offersByArticle({ driver, readDirectory }, articleKey(row.article), null)
      : selectOffersAroundProduct(driver, row.product_id),
  ])
  const groups = groupOffers(offers, quote, zoneOf(row.consignee_id), row.qty ?? 1)
  return row.product_id === null
    ? {
        makers: makersOf(
          offers,
          groups.filter(({ kind }) => kind === 'asked'),
        ),
        groups: [],
      }
    : { makers: [], groups }
}
