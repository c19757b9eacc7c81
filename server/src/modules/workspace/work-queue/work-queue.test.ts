import type { OrderMessages } from '@artikul/contract/ordering/order-messages'
import type { WorkItem, WorkQueue } from '@artikul/contract/workspace/work-queue'
import type { WorkKind } from '@artikul/contract/workspace/work-kinds'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { loginAs, purgeAt, send, useTestApp } from '../../../testing/test-app.ts'
import { buildClaim } from '../../fulfilment/claims/claims.factory.ts'
import { buildChangeApproval } from '../../ordering/orders/change-approvals/change-approvals.factory.ts'
import { endUnanswered } from '../../ordering/orders/index.ts'
import { holdByDebt } from '../../ordering/orders/holds/order-holds.factory.ts'
import { buildRequest } from '../../ordering/quote-requests/quote-requests.factory.ts'
import { buildReserved, buildShipment, buildShop, type Shop } from '../../fulfilment/shipments/shipments.factory.ts'
import { orderOfPartner } from '../../purchasing/purchase-orders/supplier-orders.factory.ts'
import { buildUser } from '../../identity/users/users.factory.ts'

const test_ = useTestApp()
type Who = { authorization: string }
let shop: Shop
let other: Shop
let [managerId, colleagueId] = [0, 0]
let manager: Who
let colleague: Who
let warranty: Who
let login: { login: string; password: string }
let managerLogin: typeof login

beforeAll(buildPeople)
beforeEach(() => test_.clock.set('2026-11-17T09:00:00Z'))

const URL = '/api/v1/work-queue'
const LATE = { expected_date: '2026-11-13', guaranteed_date: '2026-11-16' }

describe('refusals', () => {
  test('anonymous callers and clients have no work queue', async () => {
    for (const path of ['', '/assign', '/release']) {
      const method = path === '' ? 'GET' : 'POST'
      const request = { method, url: `${URL}${path}`, ...(method === 'POST' && { payload: {} }) } as const
      expect((await send(test_, request)).status).toBe(401)
      expect((await send(test_, { ...request, headers: shop.client })).status).toBe(403)
    }
  })

  test('warranty manager sees only claims and cannot assign late orders', async () => {
    const order = await buildReserved(test_, shop, [1])
    expect((await take('late', order.id, null, warranty)).status).toBe(403)
    expect(Object.keys((await read('scope=all', warranty)).counts)).toEqual(['claim'])
    expect((await read('scope=all&kind=late', warranty)).results).toEqual([])
  })

  test.each([['kind=unknown'], ['scope=department'], ['kind=late&page=1']])(
    'query %s is rejected with 400',
    async (query) => {
      expect((await send(test_, { url: `${URL}?${query}`, headers: manager })).status).toBe(400)
    },
  )

  test('unknown item and a kind that is assigned elsewhere are refused', async () => {
    expect((await take('late', 2_147_483_000)).status).toBe(404)
    expect((await take('supplier', 2_147_483_000)).status).toBe(404)
    for (const kind of ['request', 'claim', 'ready']) expect((await take(kind, 1)).status).toBe(400)
  })
})

describe('work queue', () => {
  test('lists a line after its expected day, not before', async () => {
    const order = await buildReserved(test_, shop, [2, 3])
    await stand(order.id, 'in_transit', { expected_date: '2026-11-17', guaranteed_date: '2026-11-18' })
    expect(await found('late', order.id)).toBeUndefined()
    await stand(order.id, 'in_transit', LATE)
    expect(await found('late', order.id)).toMatchObject({
      label: order.number,
      contractor: { id: shop.companyId },
      count: 2,
      due_at: '2026-11-13T21:00:00.000Z',
      taken: null,
    })
    for (const state of ['awaiting_payment', 'shipped', 'removed']) {
      await stand(order.id, state)
      expect(await found('late', order.id)).toBeUndefined()
    }
  })

  test('lists lines for us to confirm within two working hours, not those awaiting the client', async () => {
    const order = await buildReserved(test_, shop, [1])
    const awaitingClient = await buildReserved(test_, shop, [1])
    await stand(order.id, 'needs_confirm')
    await buildChangeApproval(test_.database.db, awaitingClient.id, managerId, test_.clock.now())
    const { db } = test_.database
    const { created_at: at } = await db
      .selectFrom('orders')
      .select('created_at')
      .where('id', '=', order.id)
      .executeTakeFirstOrThrow()
    const item = await found('confirm', order.id)
    expect(item?.since).toBe(at.toISOString())
    expect(new Date(item?.due_at ?? '').getTime()).toBeGreaterThanOrEqual(at.getTime() + 2 * 3_600_000)
    expect(await found('confirm', awaitingClient.id)).toBeUndefined()
  })

  test('lists an expired change approval until a manager closes it', async () => {
    const order = await buildReserved(test_, shop, [1])
    const { db } = test_.database
    const { id } = await buildChangeApproval(db, order.id, managerId, test_.clock.now())
    expect(await found('unanswered', order.id)).toBeUndefined()
    test_.clock.set('2026-11-18T09:00:01Z')
    await endUnanswered(db, { clock: test_.clock })
    const again = await loginAs(test_, login)
    expect(await found('unanswered', order.id, '&scope=all', again)).toMatchObject({
      count: 1,
      due_at: '2026-11-18T09:00:00.000Z',
    })
    await post(`change-approvals/${id}/close`, {}, again)
    expect(await found('unanswered', order.id, '&scope=all', again)).toBeUndefined()
  })

  test('lists a request until it is answered, with its assignee', async () => {
    const place = { contractorId: shop.companyId, userId: shop.admin.id }
    const request = await buildRequest(test_.database.db, place)
    expect(await found('request', request.id)).toMatchObject({ due_at: '2026-11-17T11:00:00.000Z', taken: null })
    await post(`quote-requests/${request.id}/assign`, {})
    expect((await found('request', request.id))?.taken).toEqual({ id: managerId, full_name: 'Мария Иванова' })
    await test_.database.db
      .updateTable('quote_requests')
      .set({ state: 'answered' })
      .where('id', '=', request.id)
      .execute()
    expect(await found('request', request.id)).toBeUndefined()
  })

  test('lists a client message until staff answer or mark it as needing no answer', async () => {
    const order = await buildReserved(test_, shop, [1])
    const say = (who: Who, text: string) => post(`orders/${order.id}/messages`, { text, file_ids: [] }, who)
    const isUnanswered = async () => (await found('message', order.id)) !== undefined
    const talk = async (who: Who) =>
      (await send<OrderMessages>(test_, { url: `/api/v1/orders/${order.id}/messages`, headers: who })).json.waits
    await say(shop.client, 'Когда ждать?')
    await say(shop.client, 'Очень нужно')
    expect(await found('message', order.id)).toMatchObject({ what: 'Очень нужно', due_at: '2026-11-17T11:00:00.000Z' })
    expect([await talk(manager), await talk(shop.client)]).toEqual([true, false])
    await say(manager, 'Завтра')
    expect(await isUnanswered()).toBe(false)
    await say(shop.client, 'Спасибо')
    expect(await isUnanswered()).toBe(true)
    for (const who of [shop.client, warranty])
      expect((await post(`orders/${order.id}/messages/settle`, {}, who)).status).toBe(403)
    expect((await post(`orders/2147483000/messages/settle`, {})).status).toBe(404)
    expect((await post(`orders/${order.id}/messages/settle`, {})).status).toBe(200)
    expect([await isUnanswered(), await talk(manager)]).toEqual([false, false])
    await say(shop.client, 'И ещё вопрос')
    expect(await isUnanswered()).toBe(true)
  })

  test('lists a held order when the client requests creditHoldOverride', async () => {
    const order = await buildReserved(test_, shop, [1])
    await holdByDebt(test_, order.id)
    expect(await found('unblock', order.id)).toBeUndefined()
    await post(`orders/${order.id}/unblock-request`, { message: 'Оплатим завтра' }, shop.client)
    expect(await found('unblock', order.id)).toMatchObject({ what: 'Оплатим завтра', label: order.number })
  })

  test('lists supplier orders that need a person: unapplied replies, unknown and stopped orders', async () => {
    const { db } = test_.database
    const place = { sellerId: shop.sellerId, contractorId: shop.companyId }
    const { supplyRouteId, line } = await orderOfPartner(test_, shop.client, place)
    const now = test_.clock.now()
    const made = await db
      .insertInto('supplier_orders')
      .values({
        supply_route_id: supplyRouteId,
        number: `П-${line.id}`,
        channel: 'hand',
        state: 'sent',
        created_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const changed = { supplier_order_id: made.id, state: 'ordered', changed_at: now }
    await db.updateTable('supplier_order_lines').set(changed).where('id', '=', line.id).execute()
    expect(await found('supplier', made.id)).toBeUndefined()
    const say = (not_applied: string) =>
      db.updateTable('supplier_order_lines').set({ not_applied }).where('id', '=', line.id).execute()
    await say('Поставщик назвал другой номер')
    const item = await found('supplier', made.id)
    expect(item).toMatchObject({
      label: `П-${line.id}`,
      contractor: { id: shop.companyId },
      count: 1,
      since: now.toISOString(),
      due_at: '2026-11-17T11:00:00.000Z',
      taken: null,
    })
    expect(item?.what).toMatch(/: Поставщик назвал другой номер$/)
    expect(await found('supplier', made.id, '', colleague)).toBeUndefined()
    expect((await take('supplier', made.id, null, colleague)).status).toBe(200)
    expect((await found('supplier', made.id, '', colleague))?.taken).toEqual({
      id: colleagueId,
      full_name: 'Пётр Петров',
    })
    await say('')
    expect(await found('supplier', made.id)).toBeUndefined()
    for (const [state, isThere] of [
      ['unknown', true],
      ['stopped', true],
      ['done', false],
    ] as const) {
      await db.updateTable('supplier_orders').set({ state }).where('id', '=', made.id).execute()
      expect((await found('supplier', made.id)) !== undefined, state).toBe(isThere)
    }
  })

  test('lists delivery runs of today with ready goods until they leave', async () => {
    const { db } = test_.database
    const own = await buildShop(test_, { limit_kop: 100_000_000 })
    await db.updateTable('contractors').set({ manager_id: managerId }).where('id', '=', own.companyId).execute()
    const zone = await db
      .insertInto('delivery_zones')
      .values({ name: `Рейсы ${own.companyId}` })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('delivery_runs')
      .values({
        zone_id: zone.id,
        name: 'Рейс 16:00',
        weekdays: [1, 2, 3, 4, 5, 6, 7],
        leaves_at: '16:00',
        order_before: '15:00',
      })
      .execute()
    const order = await buildReserved(test_, own, [1, 2])
    expect(await found('ready', zone.id), 'its point is of no zone').toBeUndefined()
    await db.updateTable('consignees').set({ zone_id: zone.id }).where('id', '=', own.consigneeId).execute()
    expect(await found('ready', zone.id)).toMatchObject({
      label: `Рейсы ${own.companyId}`,
      contractor: null,
      what: '2',
      count: 1,
      due_at: '2026-11-17T13:00:00.000Z',
      taken: null,
    })
    expect(await found('ready', zone.id, '', colleague), 'not of his companies').toBeUndefined()
    for (const [state, isThere] of [
      ['in_transit', false],
      ['ready', true],
      ['shipped', false],
      ['ready', true],
    ] as const) {
      await stand(order.id, state)
      expect((await found('ready', zone.id)) !== undefined, state).toBe(isThere)
    }
    test_.clock.set('2026-11-17T13:00:01Z')
    expect(await found('ready', zone.id, '', await loginAs(test_, managerLogin)), 'it has left').toBeUndefined()
  })

  test('shows claims to the warranty manager by scope: own, unowned, all', async () => {
    const { db } = test_.database
    const order = await buildReserved(test_, shop, [1])
    const { id } = await buildClaim(db, await buildShipment(db, order.id), shop.admin.id)
    expect((await found('claim', id, '&scope=all', warranty))?.contractor?.id).toBe(shop.companyId)
    expect(await found('claim', id, '&scope=unowned', warranty)).toBeDefined()
    expect(await found('claim', id, '&scope=mine', warranty)).toBeUndefined()
    expect(await found('claim', id, '&scope=all')).toBeUndefined()
  })
})

describe('work assignment', () => {
  test('scope covers own companies, unowned ones, all, or those of a deputy in the deputy period', async () => {
    const { db } = test_.database
    const [own, foreign] = [await buildReserved(test_, shop, [1]), await buildReserved(test_, other, [1])]
    for (const order of [own, foreign]) await stand(order.id, 'in_transit', LATE)
    const seen = async (scope: string, who: Who) =>
      Promise.all(
        [own.id, foreign.id].map(async (id) => (await found('late', id, `&scope=${scope}`, who)) !== undefined),
      )
    expect([await seen('mine', manager), await seen('unowned', manager), await seen('all', manager)]).toEqual([
      [true, false],
      [false, true],
      [true, true],
    ])
    const deputise = (substitute_from: string, substitute_to: string) =>
      db
        .updateTable('contractors')
        .set({ substitute_id: colleagueId, substitute_from, substitute_to })
        .where('id', '=', shop.companyId)
        .execute()
    await deputise('2026-11-18', '2026-11-20')
    expect(await seen('mine', colleague)).toEqual([false, false])
    await deputise('2026-11-16', '2026-11-17')
    expect(await seen('mine', colleague)).toEqual([true, false])
    expect(await seen('mine', manager)).toEqual([true, false])
    await db
      .updateTable('contractors')
      .set({ substitute_id: null, substitute_from: null, substitute_to: null })
      .where('id', '=', shop.companyId)
      .execute()
  })

  test('to a manager makes an item of another company own and visible to colleagues', async () => {
    const order = await buildReserved(test_, other, [1])
    await stand(order.id, 'in_transit', LATE)
    expect(await found('late', order.id)).toBeUndefined()
    expect((await take('late', order.id)).status).toBe(200)
    expect((await take('late', order.id)).status).toBe(200)
    const assignee = { id: managerId, full_name: 'Мария Иванова' }
    expect((await found('late', order.id))?.taken).toEqual(assignee)
    expect((await found('late', order.id, '&scope=all', colleague))?.taken).toEqual(assignee)
    await post('work-queue/release', { kind: 'late', id: order.id }, colleague)
    expect((await found('late', order.id))?.taken).toEqual(assignee)
    await post('work-queue/release', { kind: 'late', id: order.id })
    expect(await found('late', order.id)).toBeUndefined()
  })

  test('is granted to one of two concurrent managers, and taking over needs the current holder', async () => {
    const order = await buildReserved(test_, shop, [1])
    await stand(order.id, 'in_transit', LATE)
    const both = await Promise.all([take('late', order.id), take('late', order.id, null, colleague)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const holder = (await found('late', order.id))?.taken?.id ?? 0
    const [who, loser] = holder === managerId ? [colleague, colleagueId] : [manager, managerId]
    expect((await take('late', order.id, null, who)).json.code).toBe('stale')
    expect((await take('late', order.id, holder, who)).status).toBe(200)
    expect((await found('late', order.id))?.taken?.id).toBe(loser)
  })

  test('expires after three days', async () => {
    const order = await buildReserved(test_, shop, [1])
    await stand(order.id, 'in_transit', LATE)
    await take('late', order.id, null, colleague)
    test_.clock.set('2026-11-20T09:00:01Z')
    const again = await loginAs(test_, login)
    expect((await found('late', order.id, '&scope=all', again))?.taken).toBeNull()
    await purgeAt(test_, 'assignments', test_.clock.now())
    const left = await test_.database.db
      .selectFrom('assignments')
      .select('about_id')
      .where('about_id', '=', order.id)
      .execute()
    expect(left).toEqual([])
  })

  test('updates open pages of staff and sends nothing to the company', async () => {
    const order = await buildReserved(test_, shop, [1])
    await take('message', order.id)
    const last = await test_.database.db
      .selectFrom('events')
      .selectAll()
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(last).toMatchObject({ about: 'order', about_id: order.id, contractor_id: null, notifies_client: false })
  })
})

test('work queue is sorted by deadline, with a limit per kind so that no kind hides another', async () => {
  const { db } = test_.database
  const place = { contractorId: shop.companyId, userId: shop.admin.id }
  for (let at = 0; at < 55; at += 1)
    await buildRequest(db, place, { answer_by: new Date(Date.UTC(2026, 10, 10, 8, at)) })
  const order = await buildReserved(test_, shop, [1])
  await stand(order.id, 'in_transit', LATE)
  const all = await read()
  expect(all.has_more).toBe(true)
  expect(all.results.filter(({ kind }) => kind === 'request')).toHaveLength(50)
  expect(all.results.some(({ kind, id }) => kind === 'late' && id === order.id)).toBe(true)
  expect(all.results.map(({ due_at }) => due_at)).toEqual(all.results.map(({ due_at }) => due_at).toSorted())
  expect(all.counts.request).toBeGreaterThanOrEqual(55)
  const one = await read('kind=request')
  expect([one.results.length, one.has_more]).toEqual([all.counts.request, false])
})

async function buildPeople() {
  const { db } = test_.database
  shop = await buildShop(test_, { limit_kop: 100_000_000 })
  other = await buildShop(test_, { limit_kop: 100_000_000 })
  const one = await buildUser(db, { role: 'ARTIKUL_ORDER_MANAGER', name: 'Мария Иванова' })
  const two = await buildUser(db, { role: 'ARTIKUL_ORDER_MANAGER', name: 'Пётр Петров' })
  ;[managerId, colleagueId, login, managerLogin] = [one.id, two.id, two, one]
  ;[manager, colleague] = [await loginAs(test_, one), await loginAs(test_, two)]
  warranty = await loginAs(test_, await buildUser(db, { role: 'ARTIKUL_WARRANTY_MANAGER' }))
  await db.updateTable('contractors').set({ manager_id: managerId }).where('id', '=', shop.companyId).execute()
}

interface Refused {
  code: string
  errors?: { path: string }[]
}

const read = async (query = '', who: Who = manager) =>
  (await send<WorkQueue>(test_, { url: `${URL}?${query}`, headers: who })).json

const found = async (kind: WorkKind, id: number, query = '', who: Who = manager): Promise<WorkItem | undefined> =>
  (await read(`kind=${kind}${query}`, who)).results.find((item) => item.id === id)

const post = (path: string, payload: object, headers: object = manager) =>
  send<Refused & { id: number }>(test_, {
    method: 'POST',
    url: `/api/v1/${path}`,
    headers: { ...headers, 'idempotency-key': crypto.randomUUID() },
    payload,
  })

const take = (kind: string, id: number, instead_of: number | null = null, headers: object = manager) =>
  post('work-queue/assign', { kind, id, instead_of }, headers)

/** Moves the lines of the order into a state, bypassing all rules. */
async function stand(orderId: number, state: string, days?: { expected_date: string; guaranteed_date: string }) {
  const { db } = test_.database
  const lines = db.selectFrom('order_lines').select('id').where('order_id', '=', orderId)
  if (days) await db.updateTable('order_lines').set(days).where('order_id', '=', orderId).execute()
  await db.updateTable('order_line_allocations').set({ state }).where('line_id', 'in', lines).execute()
}
