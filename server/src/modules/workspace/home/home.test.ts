import type { PointsCutoff, HomeToday } from '@artikul/contract/workspace/home'
import type { LineState } from '@artikul/contract/ordering/orders/orders'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { loginAs, send, useTestApp } from '../../../testing/test-app.ts'
import { buildConsignee } from '../../companies/consignees/consignees.factory.ts'
import {
  buildReserved,
  buildShipment,
  buildShop,
  type Headers,
  type Shop,
} from '../../fulfilment/shipments/shipments.factory.ts'
import { buildUser } from '../../identity/users/users.factory.ts'

const test_ = useTestApp()
const TODAY = '2026-11-17'
/** Half past eight in Moscow. */
const MORNING = '2026-11-17T05:30:00Z'

let shop: Shop
let other: Shop
let mira: number
let clerk: { login: string; password: string; id: number }
let staff: { login: string; password: string; id: number }
let foreignPoint: number

beforeAll(buildWeek)
beforeEach(async () => {
  test_.clock.set(MORNING)
  await signIn()
})

describe('home page', () => {
  test('is closed to strangers and staff', async () => {
    const manager = await loginAs(test_, staff)
    for (const path of ['', '/cutoffs']) {
      expect((await get(path)).status, path).toBe(401)
      expect((await get(path, manager)).status, path).toBe(403)
    }
  })

  test('cutoffs are refused for a foreign consignee and an invalid id', async () => {
    expect((await get(`/cutoffs?consignee_id=${foreignPoint}`, shop.client)).status).toBe(404)
    expect((await get('/cutoffs?consignee_id=0', shop.client)).status).toBe(400)
  })

  test('of another company shows nothing of this one', async () => {
    expect(await home(other.client)).toEqual({
      late: { results: [], total_count: 0, has_more: false },
      coming: { results: [], total_count: 0, has_more: false },
    })
    expect(await cutoffs('', other.client)).toEqual([])
  })

  test('shows an employee only the goods for the consignees of the employee', async () => {
    const headers = await loginAs(test_, clerk)
    const { late, coming } = await home(headers)
    expect([late.total_count, late.results.map(({ consignee }) => consignee)]).toEqual([2, ['Мира', 'Мира']])
    expect(coming.results).toEqual([])
    expect((await get(`/cutoffs?consignee_id=${shop.consigneeId}`, headers)).status).toBe(404)
  })
})

test('late lines are past the expected day and not on hold, the longest late first', async () => {
  const { late } = await home()
  expect(late.total_count).toBe(4)
  expect(late.has_more).toBe(false)
  expect(late.results.map((line) => [line.consignee, line.guaranteed_date, line.late_days, line.parts])).toEqual([
    ['Ленина', '2026-11-13', 5, [{ state: 'in_transit', qty: 2 }]],
    ['Мира', '2026-11-15', 5, [{ state: 'ready', qty: 2 }]],
    ['Мира', '2026-11-15', 5, [{ state: 'ready', qty: 2 }]],
    ['Ленина', '2026-11-18', 1, [{ state: 'in_transit', qty: 2 }]],
  ])
  const listed = await send<{ results: { id: number }[] }>(test_, {
    url: '/api/v1/order-lines?late=true',
    headers: shop.client,
  })
  expect(listed.json.results.map(({ id }) => id).toSorted()).toEqual(late.results.map(({ id }) => id).toSorted())
})

test('goods coming today are grouped by the next delivery run, and shipped ones by their own run', async () => {
  expect((await home()).coming).toEqual({
    total_count: 2,
    has_more: false,
    results: [
      {
        consignee_id: shop.consigneeId,
        consignee: 'Ленина',
        delivery_run: 'Рейс 10:00',
        leaves_today: true,
        lines_count: 4,
        in_work: 0,
        in_transit: 1,
        ready: 3,
        shipped: 0,
      },
      expect.objectContaining({ consignee: 'Тула', delivery_run: 'Перевозчик: ПЭК', lines_count: 1, in_work: 1 }),
    ],
  })

  const order = await lines('ready', { expected: '2026-11-16', guaranteed: '2026-11-19' })
  const id = await buildShipment(test_.database.db, order.id)
  expect((await home()).coming.results.find((group) => group.delivery_run === '')).toMatchObject({
    consignee: 'Ленина',
    lines_count: 1,
    shipped: 1,
  })
  await test_.database.db
    .updateTable('shipments')
    .set({ received_on: TODAY, received_at: new Date(MORNING) })
    .where('id', '=', id)
    .execute()
  expect((await home()).coming.total_count).toBe(2)

  // After today's run goods are delivered by tomorrow's, which the page states.
  test_.clock.set('2026-11-17T08:00:00Z')
  await signIn()
  expect((await home()).coming.results[0]).toMatchObject({
    delivery_run: 'Рейс 10:00, 18.11.2026',
    leaves_today: false,
  })
})

test('order cutoffs of the other consignees are listed nearest first until they pass', async () => {
  const toRows = (list: PointsCutoff[]) => list.map(({ of, at, points }) => [of, at, points])
  expect(toRows(await cutoffs())).toEqual([
    ['рейса 16:00', '2026-11-17T12:00:00.000Z', ['Мира']],
    [expect.stringMatching(/^склада /), '2026-11-17T14:00:00.000Z', ['Тула']],
  ])
  expect(toRows(await cutoffs(`?consignee_id=${mira}`))).toEqual([
    ['рейса 10:00', '2026-11-17T06:00:00.000Z', ['Ленина']],
    [expect.stringMatching(/^склада /), '2026-11-17T14:00:00.000Z', ['Тула']],
  ])
  test_.clock.set('2026-11-17T14:30:00Z')
  await signIn()
  expect(await cutoffs()).toEqual([])
})

test('late list shows the longest late lines and counts all of them', async () => {
  await lines('picking', { expected: '2026-11-10', guaranteed: '2026-11-11' }, mira, 8)
  const { late } = await home()
  expect([late.total_count, late.results.length, late.results[0]?.late_days]).toEqual([12, 6, 7])
})

async function buildWeek() {
  const { db } = test_.database
  test_.clock.set(MORNING)
  shop = await buildShop(test_, { limit_kop: 100_000_000 })
  other = await buildShop(test_)
  foreignPoint = other.consigneeId
  const [north, south] = [
    await addRun('Север', 'Рейс 10:00', '10:00', '09:00'),
    await addRun('Юг', 'Рейс 16:00', '16:00', '15:00'),
  ]
  mira = (await buildConsignee(db, shop.companyId, { name: 'Мира' })).id
  const carried = (await buildConsignee(db, shop.companyId, { name: 'Тула' })).id
  await db
    .updateTable('consignees')
    .set({ zone_id: north, name: 'Ленина' })
    .where('id', '=', shop.consigneeId)
    .execute()
  await db.updateTable('consignees').set({ zone_id: south }).where('id', '=', mira).execute()
  await db.updateTable('consignees').set({ zone_id: south, carrier: 'ПЭК' }).where('id', '=', carried).execute()
  await db.updateTable('warehouses').set({ cutoff: '17:00', term_days: 0 }).execute()
  clerk = await buildUser(db, { role: 'CONTRACTOR_USER', contractorIds: [shop.companyId] })
  staff = await buildUser(db, { role: 'ARTIKUL_ORDER_MANAGER' })
  await db.updateTable('user_contractors').set({ all_consignees: false }).where('user_id', '=', clerk.id).execute()
  await db
    .insertInto('user_consignees')
    .values({ user_id: clerk.id, contractor_id: shop.companyId, consignee_id: mira })
    .execute()
  await lines('in_transit', { expected: '2026-11-12', guaranteed: '2026-11-13' })
  await lines('ready', { expected: '2026-11-12', guaranteed: '2026-11-15' }, mira, 2)
  await lines('in_transit', { expected: '2026-11-16', guaranteed: '2026-11-18' })
  // Lines that wait for a decision and shipped lines are not late.
  await lines('needs_confirm', { expected: '2026-11-12', guaranteed: '2026-11-13' })
  await lines('shipped', { expected: '2026-11-12', guaranteed: '2026-11-13' })
  const soon = { expected: TODAY, guaranteed: '2026-11-19' }
  await lines('ready', soon, shop.consigneeId, 3)
  await lines('in_transit', soon)
  await lines('in_work', soon, carried)
  await lines('on_hold', soon, mira)
}

const get = <T>(path: string, headers?: Headers) =>
  send<T>(test_, { method: 'GET', url: `/api/v1/home${path}`, ...(headers && { headers }) })

const home = async (headers: Headers = shop.client) => (await get<HomeToday>('', headers)).json

const cutoffs = async (query = '', headers: Headers = shop.client) =>
  (await get<{ results: PointsCutoff[] }>(`/cutoffs${query}`, headers)).json.results

/** Creates an order with lines in one state, promised for these days. */
async function lines(state: LineState, days: { expected: string; guaranteed: string }, point?: number, count = 1) {
  const { db } = test_.database
  const quantities = Array.from({ length: count }, () => 2)
  const order = await buildReserved(test_, shop, quantities, point)
  const ids = order.lines.map(({ id }) => id)
  await db
    .updateTable('order_lines')
    .set({ expected_date: days.expected, guaranteed_date: days.guaranteed })
    .where('id', 'in', ids)
    .execute()
  await db.updateTable('order_line_allocations').set({ state }).where('line_id', 'in', ids).execute()
  return order
}

async function addRun(zone: string, name: string, leaves: string, before: string) {
  const { db } = test_.database
  const { id } = await db.insertInto('delivery_zones').values({ name: zone }).returning('id').executeTakeFirstOrThrow()
  await db
    .insertInto('delivery_runs')
    .values({ zone_id: id, name, weekdays: [1, 2, 3, 4, 5], leaves_at: leaves, order_before: before })
    .execute()
  return id
}

const signIn = async () => {
  shop.client = await loginAs(test_, shop.admin)
  other.client = await loginAs(test_, other.admin)
}
