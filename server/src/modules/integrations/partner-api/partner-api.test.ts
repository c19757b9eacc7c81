import { PARTNER_API } from '@artikul/contract/integrations/partner-api'
import type { Problem } from '@artikul/contract/core/errors'
import type { Order } from '@artikul/contract/ordering/orders/orders'
import type { Reply, Route } from '@artikul/contract/core/route'
import { beforeAll, describe, expect, test } from 'vitest'
import { runJob, send, useTestApp } from '../../../testing/test-app.ts'
import { buildOffer, buildProduct } from '../../catalog/products/catalog.factory.ts'
import { buildConsignee } from '../../companies/consignees/consignees.factory.ts'
import { ship, buildShop, type Headers, type Shop } from '../../fulfilment/shipments/shipments.factory.ts'
import { buildKey } from './api-keys.factory.ts'

const test_ = useTestApp()
const PATH = '/api/partner/v1'
let shop: Shop
let stranger: Headers
let key: Headers

beforeAll(async () => {
  shop = await buildShop(test_)
  key = (await buildKey(test_, shop.client, { name: 'Автосервис', consignee_id: shop.consigneeId })).headers
  stranger = (await buildKey(test_, (await buildShop(test_)).client)).headers
})

type Search = Reply<(typeof PARTNER_API)['search']['search']>
type Batch = Reply<(typeof PARTNER_API)['search']['searchBatch']>
type Placed = Reply<(typeof PARTNER_API)['orders']['placeOrder']> & Problem
type PartnerOrder = Reply<(typeof PARTNER_API)['orders']['order']>
interface Page {
  results: { id: number; number: string; client_number: string }[]
  next_cursor: string | null
}

const get = <T = Problem>(path: string, headers: Headers = key) =>
  send<T & object>(test_, { url: `${PATH}/${path}`, headers })
const post = <T = Problem>(path: string, payload: object, headers: Headers = key, idempotencyKey?: string) =>
  send<T & object>(test_, {
    ...{ method: 'POST', url: `${PATH}/${path}`, payload },
    headers: { ...headers, 'idempotency-key': idempotencyKey ?? crypto.randomUUID() },
  })
const place = (lines: object[], more: object = {}, headers: Headers = key, idempotencyKey?: string) =>
  post<Placed>('orders', { lines, ...more }, headers, idempotencyKey)

async function newOffer(on_hand = 100, brand = 'ЛЮБОЙ') {
  const { db } = test_.database
  const product = await buildProduct(db, { brand })
  const { id } = await buildOffer(db, product.id, shop.warehouseId, { on_hand, qty_text: String(on_hand) })
  return { ...product, offerId: id }
}

async function newOrder(qty = 2, more: object = {}) {
  const { offerId } = await newOffer()
  const { json, text } = await place([{ offer_id: offerId, qty }], more)
  const [order] = json.orders
  if (!order) throw new Error(text)
  const { json: details } = await get<PartnerOrder>(`orders/${order.id}`)
  return { ...order, lineId: details.lines[0]?.id ?? 0, offerId }
}

const findCart = async (headers: Headers) =>
  (await send<{ results: { name: string }[] }>(test_, { url: '/api/v1/carts', headers })).json.results

describe('search', () => {
  test('finds an article with the offers and dates of a person', async () => {
    const { article, offerId } = await newOffer(7)
    const { status, json } = await get<Search>(`search?article=${article}`)
    expect(status).toBe(200)
    expect(json).toMatchObject({ found: 'exact', makers: [], groups: [{ kind: 'asked', product: { article } }] })
    const own = await send<{ groups: { offers: object[] }[] }>(test_, {
      ...{ url: `/api/v1/search?q=${article}`, headers: shop.client },
    })
    const [offer] = json.groups[0]?.offers ?? []
    expect(own.json.groups[0]?.offers[0]).toMatchObject({
      ...{ id: offerId, price_kop: offer?.price_kop, expected_date: offer?.expected_date },
    })
    expect(await get<Search>(`search?article=${article}&brand=любой&analogues=0&online=1`)).toMatchObject({
      ...{ status: 200, json: { groups: [{ offers: [{ id: offerId }] }] } },
    })
    expect((await get<Search>(`search?article=${article}&brand=неведомый`)).json.found).toBe('nothing')
    expect((await get(`search?article=${article}&consignee_id=2147483000`)).status).toBe(404)
  })

  test('finds many articles at once, in the order of the request', async () => {
    const [one, two] = [await newOffer(), await newOffer(5, 'ДРУГОЙ')]
    const items = [{ article: two.article, brand: 'другой' }, { article: 'НЕТ-ТАКОГО' }, { article: one.article }]
    const { json } = await post<Batch>('search/batch', { items: [...items, { article: one.article, brand: 'ДРУГОЙ' }] })
    expect(json.results.map(({ groups }) => groups.map(({ offers }) => offers.map(({ id }) => id)))).toEqual([
      ...[[[two.offerId]], [], [[one.offerId]], []],
    ])
    const many = Array.from({ length: 501 }, () => ({ article: 'A-1' }))
    expect(await post('search/batch', { items: many })).toMatchObject({ status: 400, json: { code: 'input.invalid' } })
  })

  test('names makers, products, delivery points and the cut-off', async () => {
    const { article, code } = await newOffer()
    expect((await get<Page>(`search/brands?article=${article}`)).json.results).toMatchObject([
      { article, offers_count: 1 },
    ])
    expect((await get<Page>(`search/tips?q=${article}`)).json.results).toMatchObject([{ article }])
    expect((await get(`products/${code}`)).json).toMatchObject({ code, article, multiplicity: 1 })
    expect((await get('products/no-such')).status).toBe(404)
    expect((await get<Page>('consignees')).json.results).toMatchObject([{ id: shop.consigneeId, is_default: true }])
    expect((await get('cutoff')).status).toBe(200)
    expect((await get('account')).json).toMatchObject({ key: 'Автосервис', consignee_id: shop.consigneeId })
  })

  test('lists makers by pages', async () => {
    const { db } = test_.database
    await db
      .insertInto('brands')
      .values(Array.from({ length: 60 }, (_, at) => ({ name: `M${at}`, key: `M${at}`, slug: `m-${at}` })))
      .execute()
    const first = (await get<Page>('brands')).json
    expect(first.results).toHaveLength(50)
    const second = (await get<Page>(`brands?cursor=${first.next_cursor}`)).json
    expect(second.next_cursor).toBeNull()
    const ids = [...first.results, ...second.results].map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.length).toBeGreaterThanOrEqual(60)
    for (const cursor of ['xyz', Buffer.from('v1:9999999999').toString('base64url')])
      expect(await get(`brands?cursor=${cursor}`)).toMatchObject({
        status: 400,
        json: { errors: [{ path: 'cursor' }] },
      })
  })

  test('price export is ordered, listed and downloaded', async () => {
    const { json } = await post<{ id: number }>('price-exports', { format: 'csv' })
    expect((await get(`price-exports/${json.id}/file`)).status).toBe(409)
    await runJob(test_.app, 'price_exports')
    expect((await get<Page>('price-exports')).json.results[0]).toMatchObject({ id: json.id, state: 'ready' })
    const file = await get(`price-exports/${json.id}/file`)
    expect(file).toMatchObject({ status: 200, headers: { 'content-type': 'text/csv; charset=utf-8' } })
    expect((await get(`price-exports/${json.id}/file`, stranger)).status).toBe(404)
  })
})

describe('orders', () => {
  test('are placed at once, named after the key, and leave no cart behind', async () => {
    const { offerId } = await newOffer()
    const lines = [
      { offer_id: offerId, qty: 2, client_ref: 'ЗН-1', comment: 'Осторожно' },
      { offer_id: offerId, qty: 1, client_ref: 'ЗН-2' },
    ]
    const { status, json } = await place(lines, { client_number: 'A-1', comment: 'До обеда' })
    expect(status).toBe(201)
    expect(json.orders).toHaveLength(1)
    const url = `/api/v1/orders/${json.orders[0]?.id}`
    const { json: order } = await send<Order>(test_, { url, headers: shop.manager })
    expect(order.placed_by).toMatch(/, ключ API «Автосервис»$/)
    expect(order).toMatchObject({ client_number: 'A-1', comment: 'До обеда', consignee_id: shop.consigneeId })
    expect(order.lines.map(({ qty, client_ref, comment }) => [qty, client_ref, comment])).toEqual([
      ...[
        [2, 'ЗН-1', 'Осторожно'],
        [1, 'ЗН-2', ''],
      ],
    ])
    expect((await findCart(shop.client)).filter(({ name }) => name.startsWith('API'))).toEqual([])
  })

  test('are placed once for one idempotency key', async () => {
    const { offerId } = await newOffer()
    const twice = crypto.randomUUID()
    const [first, second] = [
      await place([{ offer_id: offerId, qty: 1 }], {}, key, twice),
      await place([{ offer_id: offerId, qty: 1 }], {}, key, twice),
    ]
    expect(second).toMatchObject({ status: 201, headers: { 'idempotent-replayed': 'true' } })
    expect(second.json.orders).toEqual(first.json.orders)
    expect((await place([{ offer_id: offerId, qty: 2 }], {}, key, twice)).json.code).toBe('idempotency.body_differs')
    const other = (await buildKey(test_, shop.client)).headers
    expect((await place([{ offer_id: offerId, qty: 3 }], {}, other, twice)).status).toBe(201)
    const url = `${PATH}/orders`
    const payload = { lines: [{ offer_id: offerId, qty: 1 }] }
    expect(await send(test_, { method: 'POST', url, headers: key, payload })).toMatchObject({ status: 400 })
  })

  test('are refused where a line is worse than seen, and accepted within the tolerance', async () => {
    const [good, dear] = [await newOffer(), await newOffer()]
    const { json: seen } = await get<Search>(`search?article=${dear.article}`)
    const { price_kop: price, expected_date } = seen.groups[0]?.offers[0] ?? expect.fail()
    const cheaper = Math.round((price ?? 0) / 1.02)
    const lines = [
      { offer_id: good.offerId, qty: 1 },
      { offer_id: dear.offerId, qty: 1, price_kop: cheaper, expected_date },
    ]
    expect(await place(lines)).toMatchObject({
      status: 409,
      json: { code: 'order.changed', differences: [{ line: 1, kind: 'price', new_price_kop: price }] },
    })
    expect((await place(lines, { tolerance: { price_percent: 1 } })).status).toBe(409)
    expect((await place(lines, { tolerance: { price_percent: 2.1 } })).status).toBe(201)
    const short = await newOffer(3)
    expect(await place([{ offer_id: short.offerId, qty: 4 }])).toMatchObject({
      json: { differences: [{ line: 0, kind: 'stock', available_qty: 3 }] },
    })
    expect(await place([{ offer_id: 2_147_483_000, qty: 1 }])).toMatchObject({
      status: 409,
      json: { code: 'order.changed', differences: [{ line: 0, kind: 'gone' }] },
    })
  })

  test('keep to the limits of the key', async () => {
    const { offerId } = await newOffer()
    const line = { offer_id: offerId, qty: 1 }
    const poor = await buildKey(test_, shop.client, { order_limit_kop: 100 })
    expect((await place([line], {}, poor.headers)).json.code).toBe('order.employee_limit')
    const point = await buildConsignee(test_.database.db, shop.companyId)
    const narrow = await buildKey(test_, shop.client, { consignee_id: point.id, is_point_only: true })
    expect((await place([line], { consignee_id: shop.consigneeId }, narrow.headers)).status).toBe(404)
    expect((await place([line], {}, narrow.headers)).status).toBe(201)
    expect((await get<Page>('orders', narrow.headers)).json.results).toHaveLength(1)
    expect((await get<Page>('consignees', narrow.headers)).json.results.map(({ id }) => id)).toEqual([point.id])
    const other = await newOrder()
    expect((await get(`orders/${other.id}`, narrow.headers)).status).toBe(404)
  })

  test('hide prices from the key of a person who does not see them', async () => {
    const { article } = await newOffer()
    const hidden = await buildKey(test_, shop.client)
    const { db } = test_.database
    const ofMaker = db.updateTable('users').where('id', '=', shop.admin.id)
    await ofMaker.set({ roles: ['CONTRACTOR_USER'] }).execute()
    const membership = db.updateTable('user_contractors').where('user_id', '=', shop.admin.id)
    await membership.set({ sees_prices: false }).execute()
    const node = await test_.startNode()
    const url = `${PATH}/search?article=${article}`
    const reply = (await node.inject({ url, headers: hidden.headers })).json<Search>()
    expect(reply.groups[0]?.offers[0]?.price_kop).toBeNull()
    await membership.set({ sees_prices: true }).execute()
    await ofMaker.set({ roles: ['CONTRACTOR_ADMIN'] }).execute()
  })

  test('are paged without repeating any while others are placed', async () => {
    for (let count = 0; count < 3; count += 1) await newOrder(1, { client_number: 'СТР' })
    const { db } = test_.database
    const all = await db.selectFrom('orders').select('id').where('contractor_id', '=', shop.companyId).execute()
    const rows = await db
      .selectFrom('orders')
      .selectAll()
      .where('id', '=', all[0]?.id ?? 0)
      .executeTakeFirstOrThrow()
    const { id: _, ...copy } = rows
    await db
      .insertInto('orders')
      .values(Array.from({ length: 60 }, (__, at) => ({ ...copy, number: `К-${at}`, client_number: '' })))
      .execute()
    const first = (await get<Page>('orders')).json
    await newOrder()
    const second = (await get<Page>(`orders?cursor=${first.next_cursor}`)).json
    const ids = [...first.results, ...second.results].map(({ id }) => id)
    expect(first.results).toHaveLength(50)
    expect(new Set(ids).size).toBe(all.length + 60)
    expect((await get<Page>('orders?client_number=стр&limit=150')).json.results).toHaveLength(3)
    expect((await get<Page>('orders?status=cancelled&from=2026-11-17&to=2026-11-17')).json.results).toEqual([])
    expect((await get('orders?from=2026-11-18&to=2026-11-17')).status).toBe(400)
    expect((await get<Page>('orders', stranger)).json.results).toEqual([])
  })

  test('are cancelled before the work begins, by request afterwards', async () => {
    const order = await newOrder(3)
    const cancel = (qty: number | undefined, headers = key) =>
      post<Problem & { cancelled_qty: number }>(
        `order-lines/${order.lineId}/cancel`,
        { order_id: order.id, ...(qty !== undefined && { qty }) },
        headers,
      )
    expect((await cancel(1, stranger)).status).toBe(404)
    expect(await cancel(4)).toMatchObject({ status: 409, json: { code: 'order.transition_refused' } })
    expect((await cancel(1)).json).toEqual({ cancelled_qty: 1 })
    await test_.database.db
      .updateTable('order_line_allocations')
      .set({ state: 'in_work' })
      .where('line_id', '=', order.lineId)
      .where('state', '!=', 'cancelled_client')
      .execute()
    expect((await cancel(undefined)).status).toBe(409)
    const asked = await post<{ id: number }>(`order-lines/${order.lineId}/cancel-requests`, {
      qty: 2,
      message: 'Не надо',
    })
    expect(asked.status).toBe(201)
    const { json } = await get<PartnerOrder>(`orders/${order.id}`)
    expect(json.lines[0]).toMatchObject({ cancel: { id: asked.json.id, qty: 2, decline_reason: null } })
    expect((await post(`cancel-requests/${asked.json.id}/withdraw`, {}, stranger)).status).toBe(404)
    expect((await post(`cancel-requests/${asked.json.id}/withdraw`, {})).status).toBe(200)
    const { json: history } = await get<{ results: { to: string }[] }>(`order-lines/${order.lineId}/history`)
    expect(history.results.map(({ to }) => to)).toContain('cancelled_client')
  })

  test('ask about worse terms, and the program answers', async () => {
    const order = await newOrder(1)
    const body = { price_kop: 99_000_00, reason: 'Подорожало', answer_hours: 24, on_timeout: 'keep' }
    const asked = await send(test_, {
      ...{ method: 'POST', url: `/api/v1/order-lines/${order.lineId}/terms`, payload: body },
      headers: { ...shop.manager, 'idempotency-key': crypto.randomUUID() },
    })
    expect(asked.json).toEqual({ is_asked: true })
    const { json } = await get<{ results: { id: number; line_id: number }[] }>('approvals')
    const question = json.results.find(({ line_id: id }) => id === order.lineId)
    expect((await post(`approvals/${question?.id}/answer`, { answer: 'agree' }, stranger)).status).toBe(404)
    expect((await post(`approvals/${question?.id}/answer`, { answer: 'agree' })).status).toBe(200)
    expect((await get<PartnerOrder>(`orders/${order.id}`)).json.lines[0]?.price_kop).toBe(99_000_00)
  })

  test('are collected in the cart of the person, too', async () => {
    const { offerId } = await newOffer()
    const added = await post<{ line_id: number }>('cart/lines', { offer_id: offerId, qty: 2 })
    expect(added).toMatchObject({ status: 201, json: { qty: 2 } })
    const url = `${PATH}/cart/lines/${added.json.line_id}`
    expect((await send(test_, { method: 'PATCH', url, headers: key, payload: { qty: 5 } })).json).toMatchObject({
      qty: 5,
    })
    expect((await get<{ lines: object[] }>('cart')).json.lines).toMatchObject([{ id: added.json.line_id, qty: 5 }])
    expect((await send(test_, { method: 'DELETE', url, headers: stranger })).status).toBe(404)
    expect((await send(test_, { method: 'DELETE', url, headers: key })).status).toBe(200)
    const many = await post('cart/lines/batch', { lines: [{ offer_id: offerId, qty: 3 }] })
    expect(many).toMatchObject({ status: 201, json: { lines: [{ qty: 3, message: null, refusal: null }] } })
  })
})

describe('documents', () => {
  let shipmentId: number
  let invoiceId: number

  beforeAll(async () => {
    const order = await newOrder(2)
    const shipped = await ship(test_, shop.manager, [{ line_id: order.lineId, qty: 2 }])
    shipmentId = shipped.json.shipments[0]?.id ?? 0
    const url = `/api/v1/orders/${(await newOrder()).id}/invoice`
    const headers = { ...shop.client, 'idempotency-key': crypto.randomUUID() }
    invoiceId = (await send<{ id: number }>(test_, { method: 'POST', url, headers, payload: {} })).json.id
  })

  test('of a shipment are read as data and as files', async () => {
    expect((await get<Page>('shipments')).json).toMatchObject({ results: [{ id: shipmentId }], next_cursor: null })
    expect((await get(`shipments/${shipmentId}`)).json).toMatchObject({ lines: [{ qty: 2 }], state: 'shipped' })
    for (const [file, type] of [
      ['upd', 'application/pdf'],
      ['intake.xml', 'application/xml'],
      ['intake.xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
    ] as const) {
      const reply = await get(`shipments/${shipmentId}/${file}`)
      expect(reply.status, file).toBe(200)
      expect(reply.headers['content-type']).toContain(type)
    }
  })

  test('of an invoice, the register and the balance are read', async () => {
    expect((await get(`invoices/${invoiceId}`)).json).toMatchObject({ id: invoiceId, state: 'unpaid', kind: 'order' })
    expect((await get(`invoices/${invoiceId}/pdf`)).headers['content-type']).toBe('application/pdf')
    const { json } = await get<{ results: { kind: string; id: number }[] }>('documents?limit=100')
    expect(json.results.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['invoice', 'shipment']))
    const { json: balance } = await get<{ results: { debt_kop: number }[] }>('balance')
    expect(balance.results[0]?.debt_kop).toBeGreaterThan(0)
    const { json: moves } = await get<{ results: object[] }>('movements?from=2026-11-01&to=2026-11-30')
    expect(moves.results).toMatchObject([{ kind: 'shipment', id: shipmentId }])
  })

  test.each(['shipments/%', 'shipments/%/upd', 'shipments/%/intake.xml', 'shipments/%/intake.xlsx'])(
    'of another company are not found at %s',
    async (path) => expect((await get(path.replace('%', String(shipmentId)), stranger)).status).toBe(404),
  )

  test('of another company’s invoice are not found', async () => {
    for (const path of [`invoices/${invoiceId}`, `invoices/${invoiceId}/pdf`])
      expect((await get(path, stranger)).status).toBe(404)
  })
})

test('every operation names its scope and a path of its own', () => {
  const routes = Object.values(PARTNER_API).flatMap((group) => Object.values<Route>(group))
  expect(routes.filter(({ scope }) => scope === undefined)).toEqual([])
  expect(new Set(routes.map(({ method, path }) => `${method} ${path}`)).size).toBe(routes.length)
})
