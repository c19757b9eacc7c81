import { buildOffer, buildProduct, buildWarehouse } from '../modules/catalog/products/catalog.factory.ts'
import { csvOf } from '../modules/suppliers/price-list-import/price-list.factory.ts'
import { conditionFields } from '../modules/pricing/price-conditions/price-conditions.factory.ts'
import { buildShop, ship, type Headers, type Shop } from '../modules/fulfilment/shipments/shipments.factory.ts'
import { collectNow, placeCart, putIntoCart } from '../modules/purchasing/purchase-orders/supplier-orders.factory.ts'
import { buildUser } from '../modules/identity/users/users.factory.ts'
import { runJob, send, type TestApp } from '../testing/test-app.ts'

const SIGNS = ['=', '+', '-', '@', '\t=', '\r=', '\n=', '＝', '＋', '－', '＠']
const FORMS = [
  (at: number) => `${at}+1`,
  (at: number) => `cmd|'/c calc ${at}'!A0`,
  (at: number) => `SUM(${at},2)`,
  (at: number) => `HYPERLINK("http://evil.example/${at}")`,
]
/** Payloads that a spreadsheet would execute, each of its own kind, and a character that XML cannot represent. */
export const PAYLOADS = [...SIGNS.flatMap((sign, at) => FORMS.map((form) => sign + form(at + 11))), '\u0001=99+1']

const octets = (headers: Headers) => ({ ...headers, 'content-type': 'application/octet-stream' })

/** Posts a file or a body and returns the reply. */
function posting(test_: TestApp) {
  return async <T>(headers: Headers, path: string, payload: object | Buffer): Promise<T> => {
    const isFile = Buffer.isBuffer(payload)
    const { status, text, json } = await send<T & object>(test_, {
      method: 'POST',
      url: `/api/v1/${path}`,
      headers: isFile ? octets(headers) : { ...headers, 'idempotency-key': crypto.randomUUID() },
      payload,
    })
    if (status >= 300) throw new Error(`${path}: ${text}`)
    return json
  }
}

/** Creates goods in the warehouse whose maker, article and name are the payloads. */
async function buildGoods(test_: TestApp, warehouseId: number, overrides: object = {}) {
  const { db } = test_.database
  const offers: { id: number; payload: string }[] = []
  for (const [at, payload] of PAYLOADS.entries()) {
    const product = await buildProduct(db, { brand: `${payload}${at}`, article: `${payload}${at}`, name: payload })
    const { id } = await buildOffer(db, product.id, warehouseId, { on_hand: 100, qty_text: '100', ...overrides })
    offers.push({ id, payload })
  }
  return offers
}

/** Renames the company, its seller, contract, points and people to the payloads. */
async function renameEverybody(test_: TestApp, shop: Shop) {
  const { db } = test_.database
  const [name = '', contract = '', seller = ''] = PAYLOADS
  const names = { name, full_name: name }
  await db.updateTable('contractors').set(names).where('id', '=', shop.companyId).execute()
  await db.updateTable('contracts').set({ number: contract }).where('id', '=', shop.contractId).execute()
  await db.updateTable('sellers').set({ name: seller, full_name: seller }).where('id', '=', shop.sellerId).execute()
  await db.updateTable('consignees').set({ name }).where('id', '=', shop.consigneeId).execute()
  for (const [at, payload] of PAYLOADS.entries()) {
    await db
      .insertInto('consignees')
      .values({ contractor_id: shop.companyId, name: payload, code: `К${at}`, address: payload, contact: payload })
      .execute()
    await buildUser(db, { role: 'CONTRACTOR_USER', contractorIds: [shop.companyId], name: payload })
  }
}

async function fillCart(test_: TestApp, shop: Shop, offers: readonly { id: number; payload: string }[]) {
  for (const { id, payload } of offers)
    await putIntoCart(test_, shop.client, { offer_id: id, qty: 1, consignee_id: shop.consigneeId, client_ref: payload })
}

/** Places and ships an order of all goods. */
async function orderEverything(test_: TestApp, shop: Shop, offers: readonly { id: number; payload: string }[]) {
  const { db } = test_.database
  await fillCart(test_, shop, offers)
  const placed = await placeCart(test_, shop.client)
  const [order] = placed.json.orders
  if (!order) throw new Error(placed.text)
  const lines = await db.selectFrom('order_lines').select(['id', 'qty']).where('order_id', '=', order.id).execute()
  return { id: order.id, lines: lines.map(({ id, qty }) => ({ line_id: id, qty })) }
}

/** Creates a company whose every text is a payload, with one of each exported object. */
export async function buildExportsWorld(test_: TestApp) {
  const { db } = test_.database
  const post = posting(test_)
  const shop = await buildShop(test_, { limit_kop: 10 ** 12 })
  await renameEverybody(test_, shop)
  const offers = await buildGoods(test_, shop.warehouseId)
  const order = await orderEverything(test_, shop, offers)
  const invoice = await post<{ id: number }>(shop.client, `orders/${order.id}/invoice`, {})
  const made = await ship(test_, shop.manager, order.lines)
  const shipmentId = made.json.shipments[0]?.id ?? 0
  const cart = await db
    .selectFrom('carts')
    .select('id')
    .where('contractor_id', '=', shop.companyId)
    .executeTakeFirstOrThrow()
  return { shop, post, offers, orderId: order.id, invoiceId: invoice.id, shipmentId, cartId: cart.id }
}
export type ExportsWorld = Awaited<ReturnType<typeof buildExportsWorld>>

/** Uploads files that can be exported again: a list, a statement, cross references, a price list, conditions. */
export async function sendFiles(test_: TestApp, { shop, post }: ExportsWorld) {
  const warehouse = await buildWarehouse(test_.database.db, shop.sellerId, { source: { kind: 'partner' } })
  const plain = PAYLOADS.map((payload) => payload.trimStart().replaceAll('"', '""'))
  const quoted = (cells: string[]) => cells.map((cell) => `"${cell}"`)
  const sheet = (header: string[], row: (payload: string, at: number) => string[]) =>
    Buffer.from(csvOf([header, ...plain.map((payload, at) => quoted(row(payload, at)))]))
  const list = sheet(['Бренд', 'Артикул', 'Количество'], (payload, at) => [payload, `${payload}${at}`, '1'])
  const statement = sheet(['Дата', 'Документ', 'Дебет', 'Кредит'], (payload) => ['01.10.2026', payload, '', '100,00'])
  const crosses = sheet(['Бренд', 'Артикул', 'Бренд аналога', 'Артикул аналога'], (payload, at) => [
    payload,
    `${payload}${at}`,
    payload,
    '',
  ])
  const prices = sheet(['Бренд', 'Артикул', 'Наименование', 'Остаток', 'Закупка'], (payload, at) => [
    'BOSCH',
    `A-${at}`,
    'x',
    '1',
    at === 0 ? '100' : payload,
  ])
  const properties = sheet(['Артикул', 'Бренд', 'Вязкость'], (payload, at) => [`${payload}${at}`, payload, payload])
  const period = `contract_id=${shop.contractId}&from=2026-10-01&to=2026-10-31`
  const [bulkOrderId, reconciliationId, crossesId, pricesId, contentId] = [
    (await post<{ id: number }>(shop.client, 'bulk-orders?name=a.csv', list)).id,
    (await post<{ id: number }>(shop.client, `reconciliations?name=a.csv&${period}`, statement)).id,
    (await post<{ id: number }>(shop.manager, 'cross-reference-imports?name=a.csv', crosses)).id,
    (await post<{ id: number }>(shop.manager, `price-imports?name=a.csv&warehouse_id=${warehouse.id}`, prices)).id,
    (await post<{ id: number }>(shop.manager, 'product-content-imports?kind=properties&name=a.csv', properties)).id,
  ]
  await post(shop.manager, `price-imports/${pricesId}/start`, { is_check: false })
  for (const payload of PAYLOADS)
    await post(
      shop.manager,
      'price-conditions',
      conditionFields({ contractor_id: shop.companyId, note: payload, qty_from: PAYLOADS.indexOf(payload) + 1 }),
    )
  await runJob(test_.app, 'product_content')
  return { bulkOrderId, reconciliationId, crossesId, pricesId, contentId, list }
}

/** Places a supplier order of goods named by the payloads. */
export async function orderOfSupplier(test_: TestApp, { shop, post, offers: bought }: ExportsWorld) {
  const { db } = test_.database
  const warehouse = await buildWarehouse(db, shop.sellerId, {
    source: { kind: 'partner' },
    warehouse: { imported_at: test_.clock.now() },
  })
  const { supply_route_id: supplyRouteId } = await db
    .selectFrom('warehouses')
    .select('supply_route_id')
    .where('id', '=', warehouse.id)
    .executeTakeFirstOrThrow()
  const products = await db
    .selectFrom('offers')
    .select('product_id')
    .where('warehouse_id', '=', shop.warehouseId)
    .execute()
  await db.deleteFrom('cart_lines').execute()
  const offers: { id: number; payload: string }[] = []
  for (const { product_id: id } of products)
    offers.push({ ...(await buildOffer(db, id, warehouse.id, { tracked: false, on_hand: 100 })), payload: '' })
  await orderEverything(test_, shop, offers)
  await collectNow(test_)
  const { orders } = await post<{ orders: { id: number }[] }>(shop.manager, 'supplier-orders', {
    supply_route_id: supplyRouteId,
  })
  await fillCart(test_, shop, bought)
  return orders[0]?.id ?? 0
}
