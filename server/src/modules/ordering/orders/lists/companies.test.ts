import type { LineCounts, OrderCounts, OrderLineItem } from '@artikul/contract/ordering/orders/order-lists'
import type { OrderItem, OrderPreview, PlacedOrder } from '@artikul/contract/ordering/orders/orders'
import { beforeAll, describe, expect, test } from 'vitest'
import { textOfFile } from '../../../../testing/files/file-text.ts'
import { loginAs, send, useTestApp } from '../../../../testing/test-app.ts'
import { buildOffer, buildProduct, buildWarehouse } from '../../../catalog/products/catalog.factory.ts'
import { buildConsignee } from '../../../companies/consignees/consignees.factory.ts'
import { buildContractor, buildSeller } from '../../../companies/contractors/contractors.factory.ts'
import { buildUser } from '../../../identity/users/users.factory.ts'

const test_ = useTestApp()
type Headers = { authorization: string }

const companies: number[] = []
/** Administrator of both companies; the other account administers the first one only. */
let chief: Headers
let ofFirst: Headers
let clerk: Headers
let manager: Headers
/** Numbers of the orders of both companies, newest first, plus one of a third company. */
const numbers: string[] = []
let foreign: string

beforeAll(placeOrders)

const ORDERS = '/api/v1/orders'
const LINES = '/api/v1/order-lines'
const PATHS = [ORDERS, `${ORDERS}/counts`, `${ORDERS}.xlsx`, LINES, `${LINES}/counts`, `${LINES}.xlsx`]

describe('access limits', () => {
  test.each(PATHS)('%s with all companies is refused to employees and managers', async (path) => {
    for (const headers of [clerk, manager])
      expect(await get(`${path}?companies=all`, headers)).toMatchObject({
        status: 403,
        json: { code: 'auth.forbidden' },
      })
    expect((await get(`${path}?companies=some`, chief)).status).toBe(400)
  })

  test('administrator of one company reads only its orders', async () => {
    expect(await listed('', ofFirst)).toEqual([numbers[0], numbers[2]])
  })

  test('company of another client is neither listed nor found', async () => {
    expect(await listed(`q=${foreign}`)).toEqual([])
    expect(await listed(`contractor_id=${companies[2] ?? 0}`)).toEqual([])
    const { json } = await get<List<OrderLineItem>>(`${LINES}?companies=all`, chief)
    expect(json.results.map((line) => line.order_number)).not.toContain(foreign)
  })
})

describe('orders of all companies', () => {
  test('appear in one list, newest first, with their company', async () => {
    const { results, pagination, has_more } = await orders('')
    expect(results.map(({ number }) => number)).toEqual(numbers)
    expect(results.map(({ contractor_id: id }) => id)).toEqual([companies[0], companies[1], companies[0]])
    expect({ has_more, total: pagination.total_count }).toEqual({ has_more: false, total: 3 })
    expect(await listed('sort=created_at')).toEqual(numbers.toReversed())
  })

  test('are sorted by total and filtered by company', async () => {
    const sums = (await orders('sort=-total')).results.map(({ total_kop: kop }) => kop ?? 0)
    expect(sums).toEqual(sums.toSorted((one, other) => other - one))
    expect((await orders('sort=-total')).results[0]?.number).toBe(numbers[1])
    expect(await listed(`contractor_id=${companies[1] ?? 0}`)).toEqual([numbers[1]])
  })

  test('are found by the end of a number and counted together', async () => {
    expect(await listed(`q=${(numbers[1] ?? '').slice(-4)}`)).toEqual([numbers[1]])
    const { json } = await get<OrderCounts>(`${ORDERS}/counts?companies=all`, chief)
    expect(Object.values(json).reduce((sum, count) => sum + count, 0)).toBe(3)
  })

  test('list their lines with counters, and exported files name the company', async () => {
    const { json } = await get<List<OrderLineItem>>(`${LINES}?companies=all`, chief)
    expect(new Set(json.results.map(({ order_number: number }) => number))).toEqual(new Set(numbers))
    expect(new Set(json.results.map(({ contractor_id: id }) => id))).toEqual(new Set(companies.slice(0, 2)))
    const byDay = await get<List<OrderLineItem>>(`${LINES}?companies=all&sort=expected_date`, chief)
    const days = byDay.json.results.map(({ expected_date: day }) => day)
    expect(days).toEqual(days.toSorted())
    const counts = await get<LineCounts>(`${LINES}/counts?companies=all`, chief)
    expect(Object.values(counts.json.groups).reduce((sum, count) => sum + count, 0)).toBe(4)
    for (const path of [`${ORDERS}.xlsx`, `${LINES}.xlsx`]) {
      const text = textOfFile((await test_.app.inject({ url: `${path}?companies=all`, headers: chief })).rawPayload)
      expect([path, numbers.every((number) => text.includes(number)), text.includes(foreign)]).toEqual([
        path,
        true,
        false,
      ])
      expect(text).toContain('Покупатель')
    }
  })
})

test('second page starts where the first one ends', async () => {
  const all = test_.database.forTenant('any')
  const [order] = (await orders('')).results
  const { id: _, ...rest } = await all
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', order?.id ?? 0)
    .executeTakeFirstOrThrow()
  const copies = Array.from({ length: 60 }, (_copy, at) => ({ ...rest, number: `${rest.number}-${at}` }))
  await all.insertInto('orders').values(copies).execute()
  const [one, two] = [await listed('page=1'), await listed('page=2')]
  expect([one.length, two.length]).toEqual([50, 13])
  expect(new Set([...one, ...two]).size).toBe(63)
})

async function placeOrders() {
  const { db } = test_.database
  const seller = await buildSeller(db, { accounting_mode: 'portal' })
  const warehouse = (await buildWarehouse(db, seller.id)).id
  const offerOf = async (kop: number) =>
    (await buildOffer(db, (await buildProduct(db)).id, warehouse, { on_hand: 100, qty_text: '100', purchase_kop: kop }))
      .id
  const [cheap, dear] = [await offerOf(10_000), await offerOf(90_000)]
  const admins: Headers[] = []
  for (const _ of [1, 2, 3]) {
    const { id } = await buildContractor(db, { sellerIds: [seller.id] })
    await buildConsignee(db, id, { is_default: true })
    companies.push(id)
    admins.push(await loginAs(test_, await buildUser(db, { role: 'CONTRACTOR_ADMIN', contractorIds: [id] })))
  }
  const [first, second, third] = admins as [Headers, Headers, Headers]
  const both = companies.slice(0, 2)
  ofFirst = first
  chief = await loginAs(test_, await buildUser(db, { role: 'CONTRACTOR_ADMIN', contractorIds: both }))
  clerk = await loginAs(test_, await buildUser(db, { role: 'CONTRACTOR_USER', contractorIds: both }))
  manager = await loginAs(test_, await buildUser(db, { role: 'ARTIKUL_ORDER_MANAGER' }))
  numbers.unshift(await place(first, [cheap]))
  numbers.unshift(await place(second, [dear, cheap]))
  foreign = await place(third, [cheap])
  numbers.unshift(await place(first, [dear]))
}

interface List<T> {
  results: T[]
  pagination: { total_count: number }
  has_more: boolean
}

const get = <T>(url: string, headers: Headers) => send<T>(test_, { method: 'GET', url, headers })

const post = <T>(url: string, headers: Headers, payload: object) =>
  send<T>(test_, { method: 'POST', url, headers: { ...headers, 'idempotency-key': crypto.randomUUID() }, payload })

async function place(headers: Headers, offers: readonly number[]): Promise<string> {
  for (const offer_id of offers) await post('/api/v1/cart/lines', headers, { offer_id, qty: 1 })
  const preview = await get<OrderPreview>('/api/v1/orders/preview', headers)
  const placed = await post<{ orders: PlacedOrder[] }>('/api/v1/orders', headers, { lines: preview.json.lines })
  return placed.json.orders[0]?.number ?? expect.fail(placed.text)
}

const orders = async (query: string, headers = chief) =>
  (await get<List<OrderItem>>(`${ORDERS}?companies=all&${query}`, headers)).json

const listed = async (query: string, headers = chief) => (await orders(query, headers)).results.map((row) => row.number)
