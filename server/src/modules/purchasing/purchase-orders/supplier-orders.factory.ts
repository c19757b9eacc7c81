import type { OnlineEvent } from '@artikul/contract/ordering/search'
import type { OrderPreview, PlacedOrder } from '@artikul/contract/ordering/orders/orders'
import fastify from 'fastify'
import { pino } from 'pino'
import { send, TEST_SECRET, type TestApp } from '../../../testing/test-app.ts'
import { buildOffer, buildProduct, buildWarehouse } from '../../catalog/products/catalog.factory.ts'
import { createBrands } from '../../catalog/products/index.ts'
import { buildConsignee } from '../../companies/consignees/consignees.factory.ts'
import { createOnlineSuppliers } from '../../suppliers/online-suppliers/online-suppliers.routes.ts'
import { collect } from './sending/collect.ts'
import { formDue } from './sending/form.ts'

interface Parties {
  sellerId: number
  contractorId: number
}
type Headers = { authorization: string }
const going = new AbortController().signal

/** Places everything in the buyer's cart. */
export async function placeCart(test_: TestApp, headers: Headers) {
  const { json: preview } = await send<OrderPreview>(test_, { url: '/api/v1/orders/preview', headers })
  return send<{ orders: PlacedOrder[]; code: string; differences: { kind: string }[] }>(test_, {
    method: 'POST',
    url: '/api/v1/orders',
    headers: { ...headers, 'idempotency-key': crypto.randomUUID() },
    payload: { lines: preview.lines },
  })
}

/** Adds goods to the buyer's cart: a stored offer, or an online offer. */
export const putIntoCart = (test_: TestApp, headers: Headers, goods: object) =>
  send<{ line_id: number }>(test_, { method: 'POST', url: '/api/v1/cart/lines', headers, payload: goods })

/** Lists the online offers of one maker's article as shown to the buyer. */
export async function offeredOnline(test_: TestApp, headers: Headers, text: string) {
  const url = `/api/v1/search/online?q=${encodeURIComponent(text)}`
  const { text: frames } = await send(test_, { url, headers })
  const events = frames.split('\n\n').filter(Boolean)
  return events
    .map((frame) => JSON.parse(frame.slice('data: '.length)) as OnlineEvent)
    .flatMap((event) => (event.kind === 'offers' ? event.groups.flatMap(({ offers }) => offers) : []))
}

/** Places a client's order from a partner's price list, which waits for the partner. */
export async function orderOfPartner(test_: TestApp, buyer: Headers, { sellerId, contractorId }: Parties) {
  const { db } = test_.database
  const given = { source: { kind: 'partner' }, warehouse: { imported_at: test_.clock.now() } }
  const warehouse = await buildWarehouse(db, sellerId, given)
  const offer = await buildOffer(db, (await buildProduct(db)).id, warehouse.id, { tracked: false })
  const consignee = await buildConsignee(db, contractorId)
  await putIntoCart(test_, buyer, { offer_id: offer.id, qty: 1, consignee_id: consignee.id })
  const { json } = await placeCart(test_, buyer)
  await collectNow(test_)
  const line = await db
    .selectFrom('supplier_order_lines as line')
    .innerJoin('order_lines as own', 'own.id', 'line.order_line_id')
    .select(['line.id', 'line.supply_route_id', 'line.version'])
    .where('own.order_id', '=', json.orders[0]?.id ?? 0)
    .executeTakeFirstOrThrow()
  return { supplyRouteId: line.supply_route_id, line }
}

/** Runs one round of a server's collector. */
export async function collectNow(test_: TestApp) {
  const db = test_.appDatabase.forTenant('any')
  await collect(db, test_.clock.now, going)
  await formDue(db, test_.clock.now())
}

/** Opens another server's connection to the suppliers for sending and querying. */
export async function openSender(test_: TestApp) {
  const app = fastify()
  const log = pino({ level: process.env['LOG_LEVEL'] ?? 'silent' })
  const { ordering } = createOnlineSuppliers(app, test_.appDatabase, {
    config: { PRIVATE_URLS: 'on', AUTH_SECRET_PREVIOUS: undefined },
    clock: test_.clock,
    log,
    secret: TEST_SECRET,
    readBrands: createBrands(test_.appDatabase.sharedDb, 0),
    ttlMs: 0,
  })
  return { db: test_.appDatabase.forTenant('any'), clock: test_.clock, log, ordering, close: () => app.close() }
}
