import type { SavedOrderView, OrderView } from '@artikul/contract/ordering/orders/order-views'
import { beforeAll, expect, test } from 'vitest'
import { buildParties, type Parties } from '../../../../testing/parties.factory.ts'
import { loginAs, send, useTestApp } from '../../../../testing/test-app.ts'

const test_ = useTestApp()
type Headers = { authorization: string }
let parties: Parties
let admin: Headers
let employee: Headers
let manager: Headers

beforeAll(async () => {
  parties = await buildParties(test_.database.db)
  admin = await loginAs(test_, parties.admin)
  employee = await loginAs(test_, parties.employee)
  manager = await loginAs(test_, parties.manager)
})

const URL = '/api/v1/order-views'
const remove = (headers: Headers, id: number) => send(test_, { method: 'DELETE', url: `${URL}/${id}`, headers })

test('anonymous caller gets 401, and an order view with an unknown filter gets 400', async () => {
  expect((await send(test_, { url: URL })).status).toBe(401)
  for (const [name, filter] of [
    ['', {}],
    ['Мой', { page: 2 }],
    ['Мой', { status: 'любой' }],
    ['Мой', { q: 'а'.repeat(101) }],
  ] as const)
    expect((await keep(admin, name, filter)).status, name).toBe(400)
})

test('user keeps own order views, and the same name in another case replaces the view', async () => {
  const { json } = await keep(admin, 'Просроченные')
  await keep(admin, 'просроченные', { tab: 'lines', late: 'true' })
  await keep(admin, 'В пути', { tab: 'lines', group: 'in_transit' })
  expect(await list(admin)).toEqual([
    ['В пути', { tab: 'lines', group: 'in_transit' }],
    ['просроченные', { tab: 'lines', late: 'true' }],
  ])
  expect([await list(employee), await list(manager)]).toEqual([[], []])
  for (const stranger of [employee, manager]) expect((await remove(stranger, json.id)).status).toBe(404)
  expect((await remove(admin, json.id)).status).toBe(200)
  expect((await remove(admin, json.id)).status).toBe(404)
  expect(await list(admin)).toHaveLength(1)
})

test('more than twenty order views are refused, also when two are saved concurrently', async () => {
  for (let at = 1; at < 20; at += 1) await keep(manager, `Вид ${at}`)
  const both = await Promise.all([keep(manager, 'Первый'), keep(manager, 'Второй')])
  expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
  expect((await keep(manager, 'Вид 1', { q: '26300' })).status, 'one of the twenty may be kept anew').toBe(201)
  expect(await list(manager)).toHaveLength(20)
})

const list = async (headers: Headers) =>
  (await send<{ results: SavedOrderView[] }>(test_, { url: URL, headers })).json.results.map(({ name, filter }) => [
    name,
    filter,
  ])

const keep = (headers: Headers, name: string, filter: OrderView | object = { late: 'true' }) =>
  send<{ id: number; code: string }>(test_, { method: 'POST', url: URL, headers, payload: { name, filter } })
