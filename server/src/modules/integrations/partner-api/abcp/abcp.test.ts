import { createHash } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import type { ApiKeySecret } from '@artikul/contract/integrations/api-keys'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loginAs, send, useTestApp } from '../../../../testing/test-app.ts'
import { buildOffer, buildProduct } from '../../../catalog/products/catalog.factory.ts'
import { buildConsignee } from '../../../companies/consignees/consignees.factory.ts'
import { buildContractor } from '../../../companies/contractors/contractors.factory.ts'
import { buildUser } from '../../../identity/users/users.factory.ts'
import { buildShop, type Shop } from '../../../fulfilment/shipments/shipments.factory.ts'
import { abcp as client } from '../../../suppliers/online-suppliers/adapters/abcp/abcp.ts'
import type { SupplierHttpRequest } from '../../../suppliers/online-suppliers/querying/adapter.ts'
import { bodyOf } from '../../../suppliers/online-suppliers/querying/read-reply.ts'
import { openTransport, type Transport } from '../../../suppliers/online-suppliers/querying/transport.ts'
import { buildKey } from '../api-keys.factory.ts'

const test_ = useTestApp()
let shop: Shop
let key: ApiKeySecret

beforeAll(async () => {
  shop = await buildShop(test_)
  key = await buildKey(test_, shop.client, { name: 'Автосервис', consignee_id: shop.consigneeId })
})

const md5 = (text: string) => createHash('md5').update(text).digest('hex')
type Fields = Record<string, string>
interface AbcpReply {
  errorCode?: number
  errorMessage?: string
  status?: number
  orders?: { number: string; sum: string; positions: { positionId: string; status: string; quantity: string }[] }[]
  positions?: { status: number; errorMessage: string }[]
}

const signed = (fields: Fields, as = key) => ({ userlogin: as.login, userpsw: md5(as.secret), ...fields })
const get = <T = AbcpReply>(path: string, fields: Fields = {}, as = key) =>
  send<T & object>(test_, { url: `/abcp/${path}?${new URLSearchParams(signed(fields, as)).toString()}` })
const post = <T = AbcpReply>(path: string, fields: Fields = {}, as = key) =>
  send<T & object>(test_, {
    ...{ method: 'POST', url: `/abcp/${path}`, payload: new URLSearchParams(signed(fields, as)).toString() },
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })

async function newOffer(on_hand = 100, more: object = {}) {
  const { db } = test_.database
  const product = await buildProduct(db, { brand: 'MANN-FILTER' })
  const offer = await buildOffer(db, product.id, shop.warehouseId, { on_hand, qty_text: String(on_hand), ...more })
  return { ...product, offerId: offer.id }
}

interface Row {
  itemKey: string
  supplierCode: string
  price: number
  availability: number
  packing: string
  number: string
}
const findRow = async (article: string, as = key) => {
  const { json } = await get<Row[]>('search/articles', { number: article, brand: 'MANN-FILTER' }, as)
  return json[0] ?? expect.fail(JSON.stringify(json))
}
const positionOf = ({ itemKey, supplierCode }: Row, quantity: number, at = 0): Fields => ({
  [`positions[${at}][itemKey]`]: itemKey,
  [`positions[${at}][supplierCode]`]: supplierCode,
  [`positions[${at}][quantity]`]: String(quantity),
})

describe('refusals', () => {
  test.each([
    ['without a login', { userlogin: '' }, 403, 102],
    ['with the secret itself', { userpsw: 'secret' }, 403, 102],
    ['of a person', { userlogin: 'admin@client.test', userpsw: md5('Correct-Horse-7') }, 403, 102],
  ])('call %s is answered with %i and code %i', async (_, fields, status, errorCode) => {
    expect(await get('search/brands', { number: 'OC90', ...fields })).toMatchObject({ status, json: { errorCode } })
  })

  test.each<[string, Fields, number, number]>([
    ['GET search/articles', { brand: 'X' }, 400, 2],
    ['GET search/articles', { number: 'НЕТ-ТАКОГО', brand: 'X' }, 404, 301],
    ['GET search/brands', { number: 'НЕТ-ТАКОГО' }, 404, 301],
    ['POST search/batch', {}, 400, 2],
    ['GET user/garage', {}, 404, 3],
    ['GET search/articles', { number: '\0OC90', brand: 'X' }, 400, 4],
    ['GET search/articles', { number: 'Я'.repeat(101), brand: 'X' }, 400, 4],
    ['POST orders/instant', { 'positions[0][itemKey]': 'x', 'positions[0][quantity]': 'много' }, 400, 4],
    ['POST orders/instant', { 'positions[0][itemKey]': 'x', 'positions[0][quantity]': '1e9' }, 400, 4],
    ['POST orders/instant', { 'positions[0][itemKey]': 'x', 'positions[0][quantity]': '0.0001' }, 400, 4],
    ['POST basket/add', Object.fromEntries(Array.from({ length: 10_001 }, (_, n) => [`a[0][x${n}]`, ''])), 400, 4],
    ['POST orders/cancelPosition', { positionId: '2147483000' }, 404, 301],
    ['GET orders/list', { 'orders[0]': '26-999999' }, 404, 301],
  ])('%s with %j is answered with %i and code %i', async (operation, fields, status, errorCode) => {
    const [method = '', path = ''] = operation.split(' ')
    const reply = await (method === 'GET' ? get(path, fields) : post(path, fields))
    expect(reply).toMatchObject({ status, json: { errorCode } })
    expect(reply.headers['content-type']).toBe('application/json; charset=utf-8')
  })

  test('key without the scope, beyond its limit or of another company is refused', async () => {
    const narrow = await buildKey(test_, shop.client, { scopes: ['documents'], calls_per_minute: 1 })
    expect(await get('search/brands', { number: 'OC90' }, narrow)).toMatchObject({
      status: 403,
      json: { errorCode: 103 },
    })
    expect((await get('user/info', {}, narrow)).status).toBe(200)
    expect(await get('user/info', {}, narrow)).toMatchObject({ status: 429, json: { errorCode: 303 } })
    const { article } = await newOffer()
    const row = await findRow(article)
    const stranger = await buildKey(test_, (await buildShop(test_)).client)
    expect((await post('orders/instant', positionOf(row, 1), stranger)).json).toMatchObject({ status: 0, orders: [] })
  })
})

test('search answers in the shapes of the protocol', async () => {
  const { article } = await newOffer(7, { min_qty: 2 })
  expect((await get('search/brands', { number: article })).json).toMatchObject([
    { brand: 'MANN-FILTER', number: article },
  ])
  const row = await findRow(article)
  expect(row).toMatchObject({
    availability: 7,
    packing: '2',
    number: article,
    deliveryPeriodMax: expect.anything() as unknown,
  })
  expect(row.itemKey).not.toContain(article)
  const uncounted = await newOffer(1, { qty_text: '+++', qty_exact: false })
  expect((await findRow(uncounted.article)).availability).toBe(-3)
  const pairs = { 'search[0][number]': article, 'search[0][brand]': 'mann-filter', 'search[1][number]': 'НЕТ' }
  expect((await post<Row[]>('search/batch', { ...pairs, 'search[1][brand]': 'X' })).json).toHaveLength(1)
  expect((await get<Row[]>('search/tips', { number: article })).json).toMatchObject([{ number: article }])
  expect((await get<object[]>('articles/brands')).json).toContainEqual({ name: 'MANN-FILTER', aliases: [] })
  expect((await get('user/info')).json).toMatchObject({ id: String(shop.companyId), name: 'Автосервис' })
})

/** Creates a key of another company that buys from the same seller. */
async function anotherBuyer() {
  const { db } = test_.database
  const company = await buildContractor(db, { sellerIds: [shop.sellerId] })
  const point = await buildConsignee(db, company.id, { is_default: true })
  const admin = await loginAs(test_, await buildUser(db, { role: 'CONTRACTOR_ADMIN', contractorIds: [company.id] }))
  return buildKey(test_, admin, { consignee_id: point.id })
}

test('searches of the company and what is ordered together are read', async () => {
  const [one, two] = [await newOffer(), await newOffer()]
  await get('search/articles', { number: one.article, brand: 'MANN-FILTER' })
  await test_.app.searchLog.flush()
  const { json: searches } = await get<{ number: string; datetime: string }[]>('search/history')
  expect(searches.find(({ number }) => number === one.article)).toMatchObject({ datetime: '20261117120000' })
  const companies = [key]
  for (let count = 0; count < 2; count += 1) companies.push(await anotherBuyer())
  for (const as of companies) {
    const [first, second] = [await findRow(one.article, as), await findRow(two.article, as)]
    const ordered = await post('basket/add', { ...positionOf(first, 1, 0), ...positionOf(second, 1, 1) }, as)
    expect(ordered.status).toBe(200)
    expect(await post('basket/order', { shipmentAddress: '0' }, as)).toMatchObject({ json: { status: 1 } })
  }
  expect(
    (await get<{ number: string }[]>('advices', { number: one.article, brand: 'MANN-FILTER' })).json,
  ).toMatchObject([{ number: two.article, total: null }])
  const articles = [{ brand: 'MANN-FILTER', number: one.article }]
  const json = (body: object) =>
    send<AbcpReply>(test_, {
      ...{ method: 'POST', url: '/abcp/advices/batch', payload: JSON.stringify(body) },
      headers: { 'content-type': 'application/json' },
    })
  expect((await json({ ...signed({}), articles })).json).toMatchObject([
    { number: one.article, advices: [{ number: two.article }] },
  ])
  expect((await json({ articles })).status).toBe(403)
  expect((await json({ ...signed({}), articles: 'all' })).json.errorCode).toBe(2)
  expect((await json({ ...signed({}), articles: [[1]] })).json.errorCode).toBe(4)
})

test('basket adds, removes and orders goods, and empties itself', async () => {
  const [one, two] = [await findRow((await newOffer()).article), await findRow((await newOffer()).article)]
  await post('basket/clear')
  for (const quantity of [1, 2]) await post('basket/add', positionOf(one, quantity))
  expect(
    (await post('basket/add', { ...positionOf(two, 1), ...positionOf({ ...two, itemKey: 'x' }, 1, 1) })).json,
  ).toMatchObject({
    status: 0,
    positions: [{ status: 1 }, { status: 0, errorMessage: 'Позиция не найдена' }],
  })
  await post('basket/add', positionOf(two, 0))
  expect((await get('basket/content')).json).toMatchObject([{ quantity: '3', itemKey: one.itemKey, price: one.price }])
  expect((await get('basket/shipmentAddresses')).json).toMatchObject([{ id: String(shop.consigneeId) }])
  for (const empty of ['paymentMethods', 'shipmentMethods', 'shipmentOffices', 'shipmentDates'])
    expect((await get(`basket/${empty}`)).json).toEqual([])
  expect((await get('basket/multibasket/')).json).toEqual([{ id: '1', name: 'Основная' }])
  expect((await get('basket/options')).status).toBe(200)
  const { json } = await post('basket/order', { shipmentAddress: '0', clientOrderNumber: 'К-1' })
  expect(json).toMatchObject({ status: 1, orders: [{ positions: [{ quantity: '3' }] }] })
  expect((await get('basket/content')).json).toEqual([])
  expect((await post('basket/order', { shipmentAddress: '0', clientOrderNumber: 'К-1' })).json).toEqual(json)
  expect((await post('basket/order')).json).toMatchObject({ status: 0, errorMessage: 'Корзина пуста', orders: [] })
})

test('basket is ordered once by two calls at the same time', async () => {
  const row = await findRow((await newOffer()).article)
  await post('basket/clear')
  await post('basket/add', positionOf(row, 2))
  const replies = await Promise.all([post('basket/order'), post('basket/order')])
  expect(replies.flatMap(({ json }) => json.orders)).toHaveLength(1)
})

test('order is placed once for one number of the program, to the named point', async () => {
  const row = await findRow((await newOffer()).article)
  const point = await buildConsignee(test_.database.db, shop.companyId)
  const fields = { ...positionOf(row, 2), clientOrderNumber: 'Заказ № 7', shipmentAddress: String(point.id) }
  const [first, second] = [await post('orders/instant', fields), await post('orders/instant', fields)]
  expect(first.json).toMatchObject({ status: 1, clientOrderNumber: 'Заказ № 7' })
  expect(second.json).toEqual(first.json)
  expect(await post('orders/instant', { ...fields, ...positionOf(row, 3) })).toMatchObject({ json: { errorCode: 202 } })
  const [order] = first.json.orders ?? []
  expect(order?.sum).toMatch(/^\d[\d ]*,\d\d$/)
  const stored = await test_.database.db
    .selectFrom('orders')
    .select(['consignee_id', 'api_key', 'client_number'])
    .where('number', '=', order?.number ?? '')
    .executeTakeFirst()
  expect(stored).toEqual({ consignee_id: point.id, api_key: 'Автосервис', client_number: 'Заказ № 7' })
})

test('order leaves out lines that became worse, unless all are wanted', async () => {
  const [good, dear, short] = [await newOffer(), await newOffer(), await newOffer(3)]
  const rows = [await findRow(good.article), await findRow(dear.article), await findRow(short.article)]
  await test_.database.db.updateTable('offers').set({ purchase_kop: 20_000 }).where('id', '=', dear.offerId).execute()
  const fields = Object.assign({}, ...rows.map((row, at) => positionOf(row, 5, at))) as Fields
  expect((await post('orders/instant', { ...fields, wholeOrderOnly: '1' })).json).toMatchObject({
    status: 0,
    orders: [],
  })
  const { json } = await post('orders/instant', fields)
  expect(json).toMatchObject({ status: 0, orders: [{ positions: [{ quantity: '5' }] }] })
  expect(json.errorMessage).toMatch(/2 – Цена выросла.*3 – Осталось 3/)
})

test('line in work is cancelled by request, and a free one at once', async () => {
  const row = await findRow((await newOffer()).article)
  const { json } = await post('orders/instant', positionOf(row, 2))
  const positionId = json.orders?.[0]?.positions[0]?.positionId ?? ''
  const number = json.orders?.[0]?.number ?? ''
  const stranger = await buildKey(test_, (await buildShop(test_)).client)
  expect((await post('orders/cancelPosition', { positionId }, stranger)).status).toBe(404)
  await test_.database.db
    .updateTable('order_line_allocations')
    .set({ state: 'in_work' })
    .where('line_id', '=', Number(positionId))
    .execute()
  expect((await post('orders/cancelPosition', { positionId })).json).toEqual({ message: 'Отмена запрошена' })
  const listed = await get<NonNullable<AbcpReply['orders']>>('orders/list', { 'orders[0]': number })
  expect(listed.json[0]?.positions[0]).toMatchObject({ status: 'Запрошена отмена' })
  expect((await post('orders/cancelPosition', { positionId })).json.errorCode).toBe(201)
})

test.each([
  ['in part is shown with what remains', 3, { quantity: '2', quantityOrdered: '5', status: 'В резерве' }],
  ['whole is shown with nothing', 5, { quantity: '0', quantityOrdered: '5', status: 'Отказ поставщика' }],
])('line refused %s', async (_, qty, shown) => {
  const row = await findRow((await newOffer()).article)
  const [order] = (await post('orders/instant', positionOf(row, 5))).json.orders ?? []
  const line_id = Number(order?.positions[0]?.positionId)
  const { order_id: id } = await test_.database.db
    .selectFrom('order_lines')
    .select('order_id')
    .where('id', '=', line_id)
    .executeTakeFirstOrThrow()
  const refusal = { line_id, from: 'reserved', to: 'refused_supplier', qty, reason: 'Нет на складе' }
  const { status } = await send(test_, {
    ...{ method: 'POST', url: `/api/v1/orders/${id}/transitions`, payload: { moves: [refusal] } },
    headers: { ...shop.manager, 'idempotency-key': crypto.randomUUID() },
  })
  expect(status).toBe(200)
  const listed = await get<NonNullable<AbcpReply['orders']>>('orders/list', { 'orders[0]': order?.number ?? '' })
  expect(listed.json[0]?.positions[0]).toMatchObject(shown)
})

describe('portal that buys from the portal', () => {
  let transport: Transport
  let access: { url: string; login: string; secret: string }

  beforeAll(async () => {
    await test_.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = test_.app.server.address() as AddressInfo
    const url = `http://127.0.0.1:${port}/abcp`
    transport = openTransport(url, () => true)
    access = { url, login: key.login, secret: key.secret }
  })
  afterAll(() => transport.close())

  const say = async (request: SupplierHttpRequest) => {
    const answer = await transport.exchange(request, new AbortController().signal)
    return { status: answer.status, body: bodyOf(answer, client.format) }
  }
  const { ordering } = client

  test('searches, orders by the basket, follows the states and cancels', async () => {
    const { article } = await newOffer(12)
    expect(client.readBrands((await say(client.brands(access, article))).body)).toMatchObject([
      { brand: 'MANN-FILTER', article },
    ])
    const found = client.readOffers((await say(client.search(access, { article, brand: 'MANN-FILTER' }))).body)
    expect(found.dropped).toEqual({})
    const [offer] = found.items
    expect(offer).toMatchObject({ article, qty: 12, qtyExact: true, multiplicity: 1 })
    const many = client.readOffers((await say(client.batch(access, [{ article, brand: 'MANN-FILTER' }]))).body)
    expect(many.items).toMatchObject([{ purchaseKop: offer?.purchaseKop }])
    await say(ordering.basket.clear(access))
    const lines = [{ handle: offer?.handle ?? {}, qty: 4, comment: 'первая' }]
    const added = ordering.basket.readAdded((await say(ordering.basket.add(access, lines))).body)
    expect(added.refusals).toEqual([null])
    const terms = { clientNumber: 'З-1', comment: '', paymentMethod: '', shipmentMethod: '', shipmentAddress: '0' }
    const { orders, refusal } = ordering.readOrdered((await say(ordering.basket.order(access, terms))).body)
    expect(refusal).toBeNull()
    const [placed] = orders
    expect(placed).toMatchObject({ clientNumber: 'З-1', lines: [{ article, qty: 4, comment: 'первая' }] })
    expect(placed?.lines[0]?.priceKop).toBe(offer?.purchaseKop)

    const statuses = ordering.readStatuses((await say(ordering.statuses(access))).body)
    const read = async () =>
      ordering.readOrders((await say(ordering.orders(access, [placed?.number ?? '']))).body)[0]?.lines[0]
    const nameOf = (code = '') => statuses.find((one) => one.code === code)?.name
    const before = await read()
    expect(nameOf(before?.statusCode)).toBe(before?.statusName)
    await say(ordering.cancel(access, placed?.lines[0]?.positionId ?? ''))
    const after = await read()
    expect(after?.statusName).toBe('Отказ клиента')
    expect(nameOf(after?.statusCode)).toBe('Отказ клиента')
    const recent = ordering.readOrders((await say(ordering.recent(access, { skip: 0, now: new Date() }))).body)
    expect(recent.map(({ number }) => number)).toContain(placed?.number)
  })

  test('orders at once, and a repeat with the same number orders nothing more', async () => {
    const { article } = await newOffer()
    const [offer] = client.readOffers((await say(client.search(access, { article, brand: 'MANN-FILTER' }))).body).items
    const terms = { clientNumber: 'З-2', comment: '', paymentMethod: '1', shipmentMethod: '1', shipmentAddress: '0' }
    const lines = [{ handle: offer?.handle ?? {}, qty: 1, comment: '' }]
    const place = async () => ordering.readOrdered((await say(ordering.order(access, terms, lines))).body)
    const [one, two] = [await place(), await place()]
    expect(one.refusal).toBeNull()
    expect(two.orders[0]?.number).toBe(one.orders[0]?.number)
    expect(
      client.errorOf(403, (await say(client.search({ ...access, secret: 'no' }, { article, brand: 'X' }))).body),
    ).toMatchObject({
      kind: 'refused',
    })
  })
})
