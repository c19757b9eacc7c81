import { setTimeout } from 'node:timers/promises'
import type { List } from '@artikul/contract/ordering/bulk-orders'
import type { ExplainedOffer } from '@artikul/contract/pricing/price-explanation'
import type { Request } from '@artikul/contract/ordering/quote-requests'
import type { Role } from '@artikul/contract/core/roles'
import { buildOffer, buildProduct, buildWarehouse } from './modules/catalog/products/catalog.factory.ts'
import { buildConsignee } from './modules/companies/consignees/consignees.factory.ts'
import { buildContractor, buildSeller } from './modules/companies/contractors/contractors.factory.ts'
import { conditionFields } from './modules/pricing/price-conditions/price-conditions.factory.ts'
import { anyPhoto } from './modules/ordering/quote-requests/quote-requests.factory.ts'
import { openSupplier } from './modules/suppliers/online-suppliers/online-suppliers.factory.ts'
import { buildClaim } from './modules/fulfilment/claims/claims.factory.ts'
import { buildOrderFile } from './modules/ordering/order-messages/order-messages.factory.ts'
import { holdByDebt } from './modules/ordering/orders/holds/order-holds.factory.ts'
import {
  buildChangeApproval,
  buildApprovalLink,
} from './modules/ordering/orders/change-approvals/change-approvals.factory.ts'
import { buildRefused } from './modules/ordering/orders/lines/replacements.factory.ts'
import { buildShipment } from './modules/fulfilment/shipments/shipments.factory.ts'
import { buildUser } from './modules/identity/users/users.factory.ts'
import { Browser } from './testing/cookies.ts'
import { loginAs, runJob, send, type TestApp } from './testing/test-app.ts'

/** Marker contained in all data that no client may read. */
export const CANARY = 'КАНАРЕЙКА'
const PURCHASES_KOP = [7_770_131, 6_660_373, 5_550_917, 4_440_719]

type Headers = { authorization: string }

const sendAs = (app: TestApp, headers: Headers) => ({
  get: async <T>(url: string) => (await send<T>(app, { url, headers })).json,
  post: async <T>(url: string, payload: object | Buffer) => {
    const reply = await send<T>(app, {
      method: 'POST',
      url,
      headers: {
        ...headers,
        'idempotency-key': crypto.randomUUID(),
        ...(Buffer.isBuffer(payload) && { 'content-type': 'application/octet-stream' }),
      },
      payload,
    })
    if (reply.status >= 300) throw new Error(`${url}: ${reply.status} ${reply.text}`)
    return reply.json
  },
})

type Caller = ReturnType<typeof sendAs>

async function until<T>(read: () => Promise<T | undefined>): Promise<T> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const value = await read()
    if (value !== undefined) return value
    await setTimeout(50)
  }
  throw new Error('it never came')
}

/** Creates nested groups of goods with markups and lowest prices. */
async function buildGroups({ db }: TestApp['database']) {
  const group = (name: string, parent_id: number | null, overrides: object) =>
    db
      .insertInto('inventory_groups')
      .values({ name, parent_id, ...overrides })
      .returning('id')
      .executeTakeFirstOrThrow()
  const top = await group('Ходовая', null, { markup_hundredths: 1117, min_markup_hundredths: 307 })
  await group(`${CANARY}-ГРУППА`, top.id, { is_hidden: true })
  return group('Тормоза', top.id, { markup_hundredths: 719, products_count: 4 })
}

/**
 * Creates a product in two warehouses with an analogue, a newer number and a sold-out product, from suppliers with
 * confidential names.
 */
export async function buildSecretGoods({ database }: TestApp) {
  const { db } = database
  const seller = await buildSeller(db)
  await db.updateTable('price_settings').set({ min_markup_hundredths: 211 }).execute()
  const source = (serial: number) => ({ name: `${CANARY}-ПОСТАВЩИК-${serial}`, markup_hundredths: 1301 + serial })
  const own = await buildWarehouse(db, seller.id, { source: source(1), warehouse: { name: `${CANARY}-СКЛАД-1` } })
  const partner = await buildWarehouse(db, seller.id, {
    source: { ...source(2), kind: 'partner' },
    warehouse: { name: `${CANARY}-СКЛАД-2`, shown_as: 'Склад 107', imported_at: '2026-11-16T09:00:00Z' },
  })
  const group = await buildGroups(database)
  const product = async (article: string, name = 'Диск тормозной') => {
    const built = await buildProduct(db, { brand: 'ЗАМЕТНЫЙ', article, name })
    await db.updateTable('products').set({ group_id: group.id }).where('id', '=', built.id).execute()
    return built
  }
  const [searched, analogue, newer, outOfStock] = [
    await product('SECRET-1'),
    await product('SECRET-2'),
    await product('SECRET-3'),
    await product('SECRET-4'),
  ]
  await db
    .insertInto('cross_references')
    .values([
      { product_id: searched.id, related_product_id: analogue.id, kind: 'analogue', source: 'Каталог' },
      { product_id: searched.id, related_product_id: newer.id, kind: 'replaced_by' },
      { product_id: newer.id, related_product_id: searched.id, kind: 'replaces' },
    ])
    .execute()
  const offer = (productId: number, warehouse: { id: number }, at: number, on_hand = 1000) =>
    buildOffer(db, productId, warehouse.id, { purchase_kop: PURCHASES_KOP[at] ?? 0, on_hand, qty_text: '>10' })
  const offers = [
    await offer(searched.id, own, 0),
    await offer(searched.id, partner, 1),
    await offer(analogue.id, partner, 2),
    await offer(newer.id, own, 3),
  ]
  await offer(outOfStock.id, partner, 2, 0)
  return {
    seller,
    products: { asked: searched, analogue, newer, gone: outOfStock },
    groupId: group.id,
    offerIds: offers.map(({ id }) => id),
    own,
  }
}
export type SecretGoods = Awaited<ReturnType<typeof buildSecretGoods>>

/** Creates an online supplier that also sells the requested product. */
export async function buildSecretSupplier(app: TestApp, { seller }: SecretGoods) {
  const manager = await loginAs(app, await buildUser(app.database.db, { role: 'ARTIKUL_ORDER_MANAGER' }))
  return openSupplier(app, { manager, sellerId: seller.id }, [{ brand: 'ЗАМЕТНЫЙ', article: 'SECRET-1' }], {
    fields: { name: `${CANARY}-ОНЛАЙН-ПОСТАВЩИК` },
  })
}

/** Creates conditions for the company and for everybody, with notes for staff only. */
async function buildConditions(manager: Caller, goods: SecretGoods, contractorId: number) {
  const brand_id = goods.products.asked.brandId
  const condition = (overrides: Parameters<typeof conditionFields>[0]) =>
    manager.post('/api/v1/price-conditions', conditionFields({ note: `${CANARY}-ЗАМЕТКА`, ...overrides }))
  await condition({ contractor_id: contractorId, brand_id })
  await condition({ contractor_id: contractorId, brand_id, qty_from: 10, effect: { kind: 'markup', hundredths: 913 } })
  await condition({ product_id: goods.products.newer.id, effect: { kind: 'fixed', price_kop: 9_990_000 } })
}

/** Collects every intermediate price between the purchase price and the company's price, without the latter. */
async function secretPrices(manager: Caller, goods: SecretGoods, contractorId: number) {
  const secrets = new Set(PURCHASES_KOP)
  const shown = new Set<number | null>()
  for (const { id } of Object.values(goods.products)) {
    const query = `product_id=${id}&contractor_id=${contractorId}`
    const { offers } = await manager.get<{ offers: ExplainedOffer[] }>(`/api/v1/price-conditions/explain?${query}`)
    for (const { price_kop: price, steps } of offers) {
      shown.add(price)
      for (const { kop } of steps) secrets.add(kop)
    }
    // The list price, which a buyer without conditions sees.
    const listed = await manager.get<{ offers: ExplainedOffer[] }>(`/api/v1/price-conditions/explain?product_id=${id}`)
    for (const { price_kop: price } of listed.offers) shown.add(price)
  }
  return [...secrets].filter((kop) => !shown.has(kop))
}

/** Creates a request answered by a manager with a special price. */
async function buildAnswered(client: Caller, manager: Caller, { offerIds, products }: SecretGoods) {
  const row = {
    product_id: products.asked.id,
    brand: 'ЗАМЕТНЫЙ',
    article: 'SECRET-1',
    name: '',
    qty: 4,
    client_ref: '',
  }
  const { id } = await client.post<{ id: number }>('/api/v1/quote-requests', {
    text: '',
    vin: '',
    car: '',
    rows: [row],
  })
  const { rows } = await client.get<Request>(`/api/v1/quote-requests/${id}`)
  const line = { row_id: rows[0]?.id ?? null, qty: 4, comment: 'Привезём завтра' }
  const special = { special_kop: 11_110_000, valid_until: '2026-11-20' }
  const lines = [
    { ...line, offer_id: offerIds[0], ...special },
    { ...line, offer_id: offerIds[2], special_kop: null, valid_until: null },
  ]
  await manager.post(`/api/v1/quote-requests/${id}/answer`, { lines, refusals: [], withdrawn: [], text: 'Готово' })
  const photo = await client.post<{ id: number }>(`/api/v1/quote-requests/${id}/photos`, anyPhoto())
  const { answers } = await client.get<Request>(`/api/v1/quote-requests/${id}`)
  return { request: id, photo: photo.id, answers: answers.map((answer) => answer.id) }
}

async function buildOrder(client: Caller, { offerIds }: SecretGoods, more: object = {}) {
  for (const offer_id of offerIds) await client.post('/api/v1/cart/lines', { offer_id, qty: 1 })
  const { lines } = await client.get<{ lines: object[] }>('/api/v1/orders/preview')
  const { orders } = await client.post<{ orders: { id: number }[] }>('/api/v1/orders', { lines, ...more })
  return orders[0]?.id ?? 0
}

async function buildPriceExport(app: TestApp, client: Caller, format: 'csv' | 'xlsx') {
  const fields = { format, brand_ids: [], in_stock: false, consignee_id: null }
  const { id } = await client.post<{ id: number }>('/api/v1/price-exports', fields)
  await runJob(app.app, 'price_exports')
  return id
}

async function buildList(client: Caller) {
  const text = ['SECRET-1 2', 'SECRET-2 3', 'SECRET-3 1', 'SECRET-4 1', 'NOWHERE 1'].join('\n')
  const { id } = await client.post<{ id: number }>('/api/v1/bulk-orders/text', { text })
  await until(async () => {
    const list = await client.get<List>(`/api/v1/bulk-orders/${id}`)
    return list.done_count === list.rows_count ? list : undefined
  })
  return id
}

/** Creates a user of a new company with one object of every kind that they can request. */
export async function buildClient(app: TestApp, goods: SecretGoods, role: Role) {
  const { db } = app.database
  const company = await buildContractor(db, { sellerIds: [goods.seller.id], markup: 1709 })
  await db
    .updateTable('price_groups')
    .set({ name: `${CANARY}-КОЛОНКА-${company.id}` })
    .where('id', '=', db.selectFrom('contractors').select('price_group_id').where('id', '=', company.id))
    .execute()
  const consignee = await buildConsignee(db, company.id, { is_default: true })
  const user = await buildUser(db, { role, contractorIds: [company.id] })
  const colleague = await buildUser(db, { role: 'CONTRACTOR_USER', contractorIds: [company.id] })
  const staff = await buildUser(db, { role: 'ARTIKUL_ORDER_MANAGER', name: 'Иванова Мария' })
  const [headers, manager] = [await loginAs(app, user), sendAs(app, await loginAs(app, staff))]
  const client = sendAs(app, headers)
  await buildConditions(manager, goods, company.id)
  const order = await buildOrder(client, goods)
  const held = [await buildOrder(client, goods), await buildOrder(client, goods)]
  for (const id of held) await holdByDebt(app, id)
  const shipment = await buildShipment(db, await buildOrder(client, goods))
  const claim = await buildClaim(db, shipment, user.id)
  const now = app.clock.now()
  const [withApproval, withEmailedApproval] = [await buildOrder(client, goods), await buildOrder(client, goods)]
  const decision = await buildChangeApproval(db, withApproval, staff.id, now)
  await buildChangeApproval(db, withEmailedApproval, staff.id, now)
  const refuse = async () => buildRefused(db, await buildOrder(client, goods), staff.id, now)
  const refused = [await refuse(), await refuse()] as const
  const browser = new Browser(app)
  await browser.signIn(staff)
  const onBehalf = sendAs(app, (await browser.impersonate(user.id)).headers)
  const confirmed_by = { full_name: 'Петров Пётр', phone: '+79990000002' }
  const disputed = await buildOrder(onBehalf, goods, { confirmed_by })
  const line = await onBehalf.post<{ line_id: number }>('/api/v1/cart/lines', { offer_id: goods.offerIds[0], qty: 2 })
  const watch = { product_id: goods.products.gone.id, kind: 'stock', qty: null, price_kop: null }
  return {
    headers,
    company: company.id,
    consignee: consignee.id,
    colleague: colleague.id,
    order,
    held,
    shipment,
    claim,
    disputed,
    orderFile: await buildOrderFile(db, { orderId: order, contractorId: company.id, userId: user.id }),
    decision: decision.id,
    refused,
    approvalToken: await buildApprovalLink(db, user.id, withEmailedApproval, now),
    line: line.line_id,
    ...(await buildAnswered(client, manager, goods)),
    csv: await buildPriceExport(app, client, 'csv'),
    xlsx: await buildPriceExport(app, client, 'xlsx'),
    list: await buildList(client),
    watch: (await client.post<{ id: number }>('/api/v1/product-alerts', watch)).id,
    secretKop: await secretPrices(manager, goods, company.id),
  }
}
export type Client = Awaited<ReturnType<typeof buildClient>>
