import type { StockRule } from '@artikul/contract/purchasing/stock-purchases'
import type { Insertable } from 'kysely'
import type { DB } from '../../../platform/db/index.ts'
import { send, type TestApp } from '../../../testing/test-app.ts'
import { buildOffer, buildProduct, buildWarehouse } from '../../catalog/products/catalog.factory.ts'

interface Parties {
  sellerId: number
  manager: { authorization: string }
}

/** Creates a supplier with a fresh price list, and an own warehouse. */
export async function buildStockPlaces(test_: TestApp, sellerId: number) {
  const { db } = test_.database
  const own = await buildWarehouse(db, sellerId)
  const partner = await buildWarehouse(db, sellerId, {
    source: { kind: 'partner' },
    warehouse: { imported_at: test_.clock.now(), term_days: 4 },
  })
  const { supply_route_id: supplyRouteId } = await db
    .selectFrom('warehouses')
    .select('supply_route_id')
    .where('id', '=', partner.id)
    .executeTakeFirstOrThrow()
  return { ownId: own.id, partnerId: partner.id, supplyRouteId }
}

/** Creates goods that the supplier offers and the own warehouse should hold by a fixed rule, which proposes to buy them. */
export async function buildProposal(
  test_: TestApp,
  { sellerId, manager }: Parties,
  {
    rule = { min_qty: 2, max_qty: 10 },
    offer = {},
  }: { rule?: StockRule; offer?: Partial<Insertable<DB['offers']>> } = {},
) {
  const places = await buildStockPlaces(test_, sellerId)
  const product = await buildProduct(test_.database.db)
  await buildOffer(test_.database.db, product.id, places.partnerId, { tracked: false, on_hand: 100, ...offer })
  const place = { product_id: product.id, warehouse_id: places.ownId }
  const url = '/api/v1/purchase-proposals/rules'
  await send(test_, { method: 'POST', url, headers: manager, payload: { ...place, rule } })
  return { ...places, product, place }
}

/** Makes a draft of an order to the supplier from a proposal. */
export async function buildDraft(test_: TestApp, parties: Parties, qty = 10) {
  const proposal = await buildProposal(test_, parties)
  const { json } = await send<{ orders: { id: number; number: string }[] }>(test_, {
    method: 'POST',
    url: '/api/v1/purchase-proposals/orders',
    headers: { ...parties.manager, 'idempotency-key': crypto.randomUUID() },
    payload: { rows: [{ ...proposal.place, qty }], all: null },
  })
  return { ...proposal, id: json.orders[0]?.id ?? 0 }
}
