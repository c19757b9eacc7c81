import type { LineCounts, OrderCounts, OrderLineItem } from '@artikul/contract/ordering/orders/order-lists'
import { LINE_GROUPS, LineGroup } from '@artikul/contract/ordering/orders/line-groups'
import {
  LineState,
  OrderStatus,
  type Order,
  type OrderItem,
  type OrderPreview,
  type PlacedOrder,
  type MoveOfLine,
} from '@artikul/contract/ordering/orders/orders'
import { beforeAll, describe, expect, test } from 'vitest'
import { textOfFile } from '../../../../testing/files/file-text.ts'
import { loginAs, send, useTestApp } from '../../../../testing/test-app.ts'
import { buildOffer, buildProduct, buildWarehouse } from '../../../catalog/products/catalog.factory.ts'
import { buildConsignee } from '../../../companies/consignees/consignees.factory.ts'
import { buildContractor, buildSeller } from '../../../companies/contractors/contractors.factory.ts'
import { buildUser } from '../../../identity/users/users.factory.ts'
import { countLimit } from '../lines/lines-list.queries.ts'

const test_ = useTestApp()
type Headers = { authorization: string }

let company: number
let ownManager: number
let admin: Headers
let clerk: Headers
let blind: Headers
let stranger: Headers
let strangers: number
let manager: Headers
let warranty: Headers
let main: number
let other: number
const orders: { id: number; number: string; article: string }[] = []
const LINES = '/api/v1/order-lines'

beforeAll(placeOrders)

describe('refusals', () => {
  const PATHS = [LINES, `${LINES}/counts`, `${LINES}.xlsx`, '/api/v1/orders/counts', '/api/v1/orders.xlsx']

  test.each(PATHS)('%s needs a session and rejects invalid filters with 400', async (path) => {
    expect(await get(path)).toMatchObject({ status: 401, json: { code: 'auth.required' } })
    for (const bad of [
      'from=yesterday',
      'consignee=0',
      'consignee=9999999999',
      'contractor_id=x',
      'unknown=1',
      `q=${'я'.repeat(101)}`,
    ])
      expect([path, bad, (await get(`${path}?${bad}`, admin)).status]).toEqual([path, bad, 400])
  })

  test('unknown group, state or sort order is rejected with 400', async () => {
    for (const bad of ['group=sold', 'state=sold', 'late=no', 'sort=name', 'page=0', 'page_size=10'])
      expect([bad, (await get(`${LINES}?${bad}`, admin)).status]).toEqual([bad, 400])
    expect((await get('/api/v1/orders.xlsx?status=sold', admin)).status).toBe(400)
  })

  test('lines of another company are neither listed, counted nor found', async () => {
    expect((await lines('', stranger)).results).toHaveLength(1)
    expect(await lines(`contractor_id=${company}`, stranger)).toMatchObject({
      results: [],
      pagination: { total_count: 0 },
    })
    expect(await lines(`consignee=${main}`, stranger)).toMatchObject({ results: [] })
    expect(await counts(`consignee=${main}`, stranger)).toMatchObject({ groups: { in_work: 0, done: 0 }, late: 0 })
    for (const q of [orders[0]?.number ?? '', orders[0]?.article ?? '', 'А123ВС77', 'Наш'])
      expect([q, await lines(`q=${encodeURIComponent(q)}`, stranger)]).toMatchObject([q, { results: [] }])
    expect(await get(`/api/v1/orders/counts?contractor_id=${company}`, stranger)).toMatchObject({
      json: { in_work: 0 },
    })
    expect((await get<List<OrderItem>>(`/api/v1/orders?contractor_id=${company}`, stranger)).json.results).toEqual([])
  })

  test('line history is returned only to users who may read the line', async () => {
    const [mine] = (await lines('')).results
    const history = (id: number | string, headers?: Headers) =>
      get<{ results: MoveOfLine[] }>(`${LINES}/${id}/history`, headers)
    expect((await history(mine?.id ?? 0)).status).toBe(401)
    for (const headers of [stranger, clerk]) expect((await history(mine?.id ?? 0, headers)).status).toBe(404)
    expect((await history(2_147_483_000, admin)).status).toBe(404)
    expect((await history('x', admin)).status).toBe(400)
    for (const headers of [admin, manager, warranty]) {
      const { status, json } = await history(mine?.id ?? 0, headers)
      expect(status).toBe(200)
      expect(json.results[0]).toMatchObject({ from: null, qty: 10 })
      expect(json.results.map(({ at }) => at)).toEqual(json.results.map(({ at }) => at).toSorted())
    }
  })

  test('employee of one consignee reads only its lines', async () => {
    expect(await articles('', clerk)).toEqual([orders[1]?.article])
    expect(await articles(`consignee=${main}`, clerk)).toEqual([])
    expect(await articles(`q=${orders[0]?.article ?? ''}`, clerk)).toEqual([])
    expect((await counts('', clerk)).groups).toMatchObject({ done: 0, dropped: 0 })
    const { json } = await get<OrderCounts>('/api/v1/orders/counts', clerk)
    expect(Object.values(json).reduce((sum, count) => sum + count, 0)).toBe(1)
  })

  test('line parts are separated by company in the database', async () => {
    const rows = async (owner: number) =>
      (
        await test_.database.forTenant(owner).selectFrom('order_line_allocations').select(['contractor_id']).execute()
      ).map(({ contractor_id: id }) => id)
    expect(new Set(await rows(strangers))).toEqual(new Set([strangers]))
    expect(new Set(await rows(company))).toEqual(new Set([company]))
  })
})

test('orders are sorted by total in any period, and a period that ends before it begins is empty', async () => {
  const sums = async (query: string) =>
    (await get<List<OrderItem>>(`/api/v1/orders?${query}`, admin)).json.results.map(({ total_kop: kop }) => kop ?? 0)
  const all = await sums('sort=-total')
  expect(all).toHaveLength(3)
  expect(all).toEqual(all.toSorted((a, b) => b - a))
  expect(await sums('sort=-total&from=2020-01-01')).toEqual(all)
  expect(await sums('sort=total&to=2100-01-01')).toEqual(all.toReversed())
  expect(await sums('sort=-total&from=2020-01-01&to=2020-02-01')).toEqual([])
  expect(await sums('from=2100-01-01&to=2020-01-01')).toEqual([])
})

describe('order lines', () => {
  test('are listed by newest order with all line data', async () => {
    const { results, pagination, has_more } = await lines('')
    expect(pagination.total_count).toBe(5)
    expect(has_more).toBe(false)
    expect(results.map(({ order_number: number }) => number)).toEqual([
      ...Array.from({ length: 3 }, () => orders[2]?.number),
      orders[1]?.number,
      orders[0]?.number,
    ])
    expect(results.slice(0, 3).map(({ id }) => id)).toEqual(
      results
        .slice(0, 3)
        .map(({ id }) => id)
        .toSorted((a, b) => a - b),
    )
    expect(results[4]).toMatchObject({
      order_id: orders[0]?.id,
      client_number: 'Наш-А123ВС77',
      client_ref: 'А123ВС77',
      consignee: 'Ленина',
      qty: 10,
      price_kop: 12_000,
      sum_kop: 120_000,
      parts: [
        { state: 'in_transit', qty: 3 },
        { state: 'shipped', qty: 6 },
        { state: 'refused_supplier', qty: 1 },
      ],
    })
  })

  test('have an empty page past the end under every filter', async () => {
    for (const query of ['', 'group=in_work', 'sort=expected_date', 'q=Наш'])
      expect(await lines(`${query}&page=2&page_size=50`)).toMatchObject({ results: [] })
    expect(await lines('page=999999&page_size=150')).toMatchObject({ results: [], pagination: { total_count: 5 } })
  })

  test('that are split appear in each of their groups and states', async () => {
    for (const query of ['group=in_transit', 'group=done', 'group=dropped', 'state=shipped', 'state=refused_supplier'])
      expect([query, await articles(query)]).toEqual([query, [orders[0]?.article]])
    expect(await articles('group=done&state=in_transit')).toEqual([])
    expect(await articles('group=returned')).toEqual([])
  })

  test.each([
    ['the number', () => orders[0]?.number ?? ''],
    ['the end of the number', () => (orders[0]?.number ?? '').slice(-6)],
    ['the number as people write it', () => `№ ${orders[0]?.number ?? ''}`],
    ['the beginning of the own number', () => 'наш-а1'],
    ['the beginning of the mark', () => 'а123в'],
    ['the article', () => (orders[0]?.article ?? '').toLowerCase()],
  ])('are found by %s, by clients and by staff', async (_, q) => {
    for (const who of [admin, manager])
      expect(await articles(`q=${encodeURIComponent(q())}`, who)).toEqual([orders[0]?.article])
    const found = await get<List<OrderItem>>(`/api/v1/orders?q=${encodeURIComponent(q())}`, admin)
    expect(found.json.results.map(({ id }) => id)).toEqual([orders[0]?.id])
    expect(await articles(`group=done&q=${encodeURIComponent(q())}`)).toEqual([orders[0]?.article])
    expect(await articles(`group=returned&q=${encodeURIComponent(q())}`)).toEqual([])
  })

  test('are found within a company by any part of a mark or own number', async () => {
    for (const q of ['123вс', 'ВС77', 'ш-а123'])
      for (const [who, query] of [
        [admin, ''],
        [manager, `&contractor_id=${company}`],
      ] as const)
        expect([q, await articles(`q=${encodeURIComponent(q)}${query}`, who)]).toEqual([q, [orders[0]?.article]])
  })

  test('treat pattern characters in a query literally', async () => {
    for (const q of ['%', '_', '\\', "'", '%%%', '___'])
      expect([q, await articles(`q=${encodeURIComponent(q)}`, manager)]).toEqual([q, []])
  })

  test('are filtered by consignee, period and company', async () => {
    expect(await articles(`consignee=${other}`)).toEqual([orders[1]?.article])
    expect(await articles(`consignee=${other}`, manager)).toEqual([orders[1]?.article])
    expect(await articles('from=2026-11-18&to=2026-11-18')).toEqual([orders[1]?.article])
    expect(await articles('to=2026-11-17&group=done')).toEqual([orders[0]?.article])
    expect(await articles('from=2026-11-18&group=done')).toEqual([])
    expect((await lines(`contractor_id=${company}`, manager)).pagination.total_count).toBe(5)
    expect((await lines('', warranty)).pagination.total_count).toBe(6)
    for (const [managerId, who, found] of [
      [ownManager, manager, 5],
      [ownManager + 1_000_000, manager, 0],
      [ownManager, admin, 0],
    ] as const) {
      expect((await lines(`manager_id=${managerId}`, who)).pagination.total_count).toBe(found)
      const { json } = await get<List<OrderItem>>(`/api/v1/orders?manager_id=${managerId}`, who)
      expect(json.results.length > 0).toBe(found > 0)
    }
    expect((await lines(`contractor_id=${strangers}&consignee=${other}`, manager)).results).toEqual([])
  })

  test('that are late are listed, and sorting by expected date puts the oldest first', async () => {
    const before = await lines('sort=expected_date')
    expect(before.results).toHaveLength(5)
    const days = before.results.map(({ expected_date: day }) => day)
    expect(days).toEqual(days.toSorted())
    expect((await lines('late=true')).results).toEqual([])
    const [first] = orders
    await test_.database
      .forTenant('any')
      .updateTable('order_lines')
      .set({ expected_date: '2026-11-01' })
      .where('order_id', '=', first?.id ?? 0)
      .execute()
    const { results } = await lines('late=true')
    expect(results.map(({ article, is_late }) => [article, is_late])).toEqual([[first?.article, true]])
    expect(await articles('late=true&group=in_transit')).toEqual([first?.article])
    expect(await articles('late=true&group=done')).toEqual([])
    expect(await articles(`late=true&q=${first?.article ?? ''}`)).toEqual([first?.article])
    expect((await counts()).late).toBe(1)
    expect((await articles('sort=expected_date'))[0]).toBe(first?.article)
    expect((await lines('late=true', stranger)).results).toEqual([])
  })

  test('hide prices from users without price access, in the list and in XLSX', async () => {
    const { results } = await lines('', blind)
    expect(results.map(({ price_kop, sum_kop }) => [price_kop, sum_kop])).toEqual(
      Array.from({ length: 5 }, () => [null, null]),
    )
    for (const path of [`${LINES}.xlsx`, '/api/v1/orders.xlsx']) {
      const text = textOfFile((await test_.app.inject({ url: path, headers: blind })).rawPayload)
      expect(text).not.toMatch(/₽|1200|120\.00/)
      expect(text).toContain(orders[0]?.number)
    }
    expect((await get('/api/v1/orders.xlsx?sort=-total', blind)).status).toBe(403)
  })
})

describe('counters', () => {
  const QUERIES = ['', 'q=Наш', 'from=2026-11-19', 'to=2026-11-18']

  test.each(QUERIES)('of lines equal the list under filter: %s', async (query) => {
    for (const who of [admin, clerk, manager]) {
      const { groups, late } = await counts(query, who)
      for (const group of LineGroup.options)
        expect([group, (await lines(`${query}&group=${group}`, who)).pagination.total_count]).toEqual([
          group,
          groups[group],
        ])
      expect((await lines(`${query}&late=true`, who)).pagination.total_count).toBe(late)
    }
  })

  test.each(QUERIES)('of orders equal the list under filter: %s', async (query) => {
    for (const who of [admin, clerk, manager]) {
      const { json } = await get<OrderCounts>(`/api/v1/orders/counts?${query}`, who)
      for (const status of OrderStatus.options) {
        const list = await get<List<OrderItem>>(`/api/v1/orders?${query}&status=${status}`, who)
        expect([status, list.json.pagination.total_count]).toEqual([status, json[status]])
      }
    }
  })

  test('cover every line state in exactly one group', () => {
    const all = LineGroup.options.flatMap((group): readonly LineState[] => LINE_GROUPS[group].states)
    expect(all.toSorted()).toEqual(LineState.options.toSorted())
  })
})

describe('XLSX export', () => {
  const file = async (path: string, headers: Headers) => {
    const reply = await test_.app.inject({ url: path, headers })
    return {
      name: decodeURIComponent(String(reply.headers['content-disposition'])),
      text: textOfFile(reply.rawPayload),
    }
  }

  test('of lines holds the filtered rows, articles as text and prices as numbers', async () => {
    const { name, text } = await file(`${LINES}.xlsx?group=done`, admin)
    expect(name).toContain('Строки заказов.xlsx')
    expect(text).toContain(orders[0]?.article)
    expect(text).not.toContain(orders[1]?.article)
    expect(text).toContain('<v>120.00</v>')
    expect(text).toContain('В пути: 3 шт.')
    expect(text).not.toContain('Покупатель')
    expect((await file(`${LINES}.xlsx`, manager)).text).toContain('Покупатель')
  })

  test('of orders holds the filtered rows', async () => {
    const { name, text } = await file(`/api/v1/orders.xlsx?consignee=${other}`, admin)
    expect(name).toContain('Заказы.xlsx')
    expect(text).toContain(orders[1]?.number)
    expect(text).not.toContain(orders[0]?.number)
    expect(text).toContain('<v>1200.00</v>')
  })
})

test.each([
  ['the first page', { offset: 0, size: 50 }, 1000],
  ['the last page of the first thousand', { offset: 950, size: 50 }, 2000],
  ['the last page of all', { offset: 4950, size: 50 }, 5000],
  ['a file', { offset: 0, size: 5000 }, 5000],
])('rows are counted up to the next thousand after %s', (_, slice, limit) => {
  expect(countLimit(slice)).toBe(limit)
})

async function placeOrders() {
  const { db } = test_.database
  const seller = await buildSeller(db, { accounting_mode: 'portal' })
  const warehouse = (await buildWarehouse(db, seller.id)).id
  const user = (role: Parameters<typeof buildUser>[1]['role'], contractorIds?: number[]) =>
    buildUser(db, { role, ...(contractorIds && { contractorIds }) })
  company = (await buildContractor(db, { sellerIds: [seller.id] })).id
  strangers = (await buildContractor(db, { sellerIds: [seller.id] })).id
  main = (await buildConsignee(db, company, { name: 'Ленина', is_default: true })).id
  other = (await buildConsignee(db, company, { name: 'Мира' })).id
  const alienPoint = (await buildConsignee(db, strangers, { is_default: true })).id
  admin = await loginAs(test_, await user('CONTRACTOR_ADMIN', [company]))
  stranger = await loginAs(test_, await user('CONTRACTOR_ADMIN', [strangers]))
  const ofCompany = await user('ARTIKUL_ORDER_MANAGER')
  ownManager = ofCompany.id
  await db.updateTable('contractors').set({ manager_id: ownManager }).where('id', '=', company).execute()
  manager = await loginAs(test_, ofCompany)
  warranty = await loginAs(test_, await user('ARTIKUL_WARRANTY_MANAGER'))
  const limited = await user('CONTRACTOR_USER', [company])
  await db.updateTable('user_contractors').set({ all_consignees: false }).where('user_id', '=', limited.id).execute()
  await db
    .insertInto('user_consignees')
    .values({ user_id: limited.id, contractor_id: company, consignee_id: other })
    .execute()
  const priceless = await user('CONTRACTOR_USER', [company])
  await db.updateTable('user_contractors').set({ sees_prices: false }).where('user_id', '=', priceless.id).execute()
  clerk = await loginAs(test_, limited)
  blind = await loginAs(test_, priceless)
  orders.push(await place(admin, warehouse, main, 1, 'А123ВС77'))
  orders.push(await place(admin, warehouse, other))
  orders.push(await place(admin, warehouse, main, 3))
  await place(stranger, warehouse, alienPoint)
  for (const [at, day] of ['2026-11-17', '2026-11-18', '2026-11-19'].entries())
    await db
      .updateTable('orders')
      .set({ created_at: new Date(`${day}T09:00:00Z`) })
      .where('id', '=', orders[at]?.id ?? 0)
      .execute()
  // First order: six pieces shipped, three in transit, one refused.
  await move(orders[0]?.id ?? 0, 'in_transit', 3)
  await ship(orders[0]?.id ?? 0, 6)
  await move(orders[0]?.id ?? 0, 'refused_supplier', 1)
}

interface List<T> {
  results: T[]
  pagination: { total_count: number }
  has_more: boolean
}

const get = <T>(url: string, headers?: Headers) => send<T>(test_, { method: 'GET', url, ...(headers && { headers }) })

const post = <T>(url: string, headers: Headers, payload: object) =>
  send<T>(test_, {
    method: 'POST',
    url,
    headers: { ...headers, 'idempotency-key': crypto.randomUUID() },
    payload,
  })

const lines = async (query: string, headers = admin) =>
  (await get<List<OrderLineItem>>(`${LINES}?${query}`, headers)).json

const articles = async (query: string, headers = admin) =>
  (await lines(query, headers)).results.map(({ article }) => article)

const counts = async (query = '', headers = admin) => (await get<LineCounts>(`${LINES}/counts?${query}`, headers)).json

/** Places an order of the given number of products at 120 roubles, ten pieces of each. */
async function place(headers: Headers, warehouse: number, consignee_id: number, count = 1, mark = '') {
  const { db } = test_.database
  let article = ''
  for (let at = 0; at < count; at += 1) {
    const product = await buildProduct(db)
    article = product.article
    const { id } = await buildOffer(db, product.id, warehouse, { on_hand: 1000, qty_text: '1000' })
    await post('/api/v1/cart/lines', headers, {
      offer_id: id,
      qty: 10,
      consignee_id,
      ...(mark && { client_ref: mark }),
    })
  }
  const preview = await get<OrderPreview>('/api/v1/orders/preview', headers)
  const placed = await post<{ orders: PlacedOrder[] }>('/api/v1/orders', headers, {
    lines: preview.json.lines,
    ...(mark && { client_number: `Наш-${mark}` }),
  })
  const order = placed.json.orders[0] ?? expect.fail(placed.text)
  return { id: order.id, number: order.number, article }
}

async function move(orderId: number, to: LineState, qty: number, reason?: string) {
  const { json } = await get<Order>(`/api/v1/orders/${orderId}`, manager)
  const [line] = json.lines
  const from = line?.parts[0]?.state
  const reply = await post(`/api/v1/orders/${orderId}/transitions`, manager, {
    moves: [{ line_id: line?.id, from, to, qty, ...(reason && { reason }) }],
  })
  expect([to, reply.status]).toEqual([to, 200])
}

/** Ships the given quantity of the first line's remaining part. */
async function ship(orderId: number, qty: number) {
  const { json } = await get<Order>(`/api/v1/orders/${orderId}`, manager)
  const reply = await post('/api/v1/shipments', manager, { lines: [{ line_id: json.lines[0]?.id, qty }] })
  expect([reply.status, reply.text]).toEqual([201, reply.text])
}
