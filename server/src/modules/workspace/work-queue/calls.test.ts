import type { CallsReport, OrderAnswers } from '@artikul/contract/workspace/calls'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { loginAs, send, useTestApp } from '../../../testing/test-app.ts'
import { buildReserved, buildShop, type Shop } from '../../fulfilment/shipments/shipments.factory.ts'
import { buildUser } from '../../identity/users/users.factory.ts'

const test_ = useTestApp()
type Who = { authorization: string }
let shop: Shop
let warranty: Who
let order: Awaited<ReturnType<typeof buildReserved>>

beforeAll(async () => {
  shop = await buildShop(test_)
  warranty = await loginAs(test_, await buildUser(test_.database.db, { role: 'ARTIKUL_WARRANTY_MANAGER' }))
})
beforeEach(async () => {
  test_.clock.set('2026-11-17T09:00:00Z')
  order = await buildReserved(test_, shop, [2, 3])
})
const report = (from: string, to: string, headers: object = shop.manager) =>
  send<CallsReport>(test_, { url: `/api/v1/calls/report?from=${from}&to=${to}`, headers: { ...headers } })

test('call records are refused to clients, for unknown orders and with invalid input', async () => {
  expect((await ring({ reason: 'where', line_id: null }, {})).status).toBe(401)
  expect((await ring({ reason: 'where', line_id: null }, shop.client)).status).toBe(403)
  expect((await send(test_, { url: `/api/v1/orders/${order.id}/calls`, headers: shop.client })).status).toBe(403)
  expect((await report('2026-11-01', '2026-11-30', shop.client)).status).toBe(403)
  expect(
    (await ring({ reason: 'where', line_id: null }, shop.manager, crypto.randomUUID(), 2_147_483_000)).status,
  ).toBe(404)
  const foreign = await buildReserved(test_, shop, [1])
  const { status, json } = await ring({ reason: 'where', line_id: foreign.lineId })
  expect([status, json.errors?.[0]?.path]).toEqual([400, 'line_id'])
  expect((await ring({ reason: 'weather', line_id: null })).status).toBe(400)
  for (const [from, to] of [
    ['2026-11-18', '2026-11-17'],
    ['2025-11-17', '2026-11-18'],
    ['17.11.2026', '2026-11-18'],
  ] as const)
    expect((await report(from, to)).status).toBe(400)
})

test('call is recorded once per key with the answer text, invisible to the company', async () => {
  const key = crypto.randomUUID()
  const first = await ring({ reason: 'when', line_id: order.lineId }, shop.manager, key)
  expect((await ring({ reason: 'when', line_id: order.lineId }, shop.manager, key)).json).toEqual(first.json)
  await ring({ reason: 'where', line_id: null }, warranty)
  const { calls, lines } = await answers()
  expect(calls.map(({ reason, line }) => [reason, line !== null])).toEqual([
    ['where', false],
    ['when', true],
  ])
  expect(lines.map(({ line_id }) => line_id)).toEqual(order.lines.map(({ id }) => id))
  expect(lines[0]?.text).toMatch(/, 2 шт\.: в резерве, ждём \d\d\.\d\d$/)
  expect(await test_.database.forTenant(shop.companyId).selectFrom('order_calls').select('id').execute()).toEqual([])
})

test('call answer names the delivery runs of the day and omits dropped lines', async () => {
  const { db } = test_.database
  const zone = await db
    .insertInto('delivery_zones')
    .values({ name: `Зона ${order.id}` })
    .returning('id')
    .executeTakeFirstOrThrow()
  const run = { zone_id: zone.id, weekdays: [1, 2, 3, 4, 5, 6, 7], order_before: '09:00' }
  await db
    .insertInto('delivery_runs')
    .values([
      { ...run, name: 'Рейс 10:00', leaves_at: '10:00' },
      { ...run, name: 'Рейс 16:00', leaves_at: '16:00' },
    ])
    .execute()
  await db.updateTable('consignees').set({ zone_id: zone.id }).where('id', '=', shop.consigneeId).execute()
  await db.updateTable('order_line_allocations').set({ state: 'removed' }).where('line_id', '=', order.lineId).execute()
  const { lines } = await answers()
  expect(lines).toHaveLength(1)
  expect(lines[0]?.text).toContain(', рейс 10:00 или 16:00')
})

test('call report counts Moscow days by reason, most frequent first', async () => {
  test_.clock.set('2026-12-01T20:59:00Z')
  const who = shop.manager
  const at = async (moment: string, reason: string) => {
    test_.clock.set(moment)
    const author = { actor_id: shop.admin.id, subject_id: shop.admin.id, created_at: test_.clock.now() }
    const call = { order_id: order.id, contractor_id: shop.companyId, reason }
    await test_.database.db
      .insertInto('order_calls')
      .values({ ...call, ...author })
      .execute()
  }
  await at('2026-11-30T20:59:59Z', 'other')
  await at('2026-11-30T21:00:00Z', 'where')
  await at('2026-12-01T10:00:00Z', 'payment')
  await at('2026-12-01T20:59:59Z', 'where')
  await at('2026-12-01T21:00:00Z', 'other')
  test_.clock.set('2026-11-17T09:00:00Z')
  const { json } = await report('2026-12-01', '2026-12-01', who)
  expect(json.total).toBe(3)
  expect(json.reasons.slice(0, 3)).toEqual([
    { reason: 'where', count: 2, share: 6667 },
    { reason: 'payment', count: 1, share: 3333 },
    { reason: 'when', count: 0, share: 0 },
  ])
  expect((await report('2026-12-05', '2026-12-06')).json).toMatchObject({ total: 0 })
})

test('call records cannot be changed or deleted', async () => {
  const { json } = await ring({ reason: 'other', line_id: null })
  const { db } = test_.database
  await expect(
    db.updateTable('order_calls').set({ reason: 'where' }).where('id', '=', json.id).execute(),
  ).rejects.toThrow()
  await expect(db.deleteFrom('order_calls').where('id', '=', json.id).execute()).rejects.toThrow()
})

const ring = (payload: object, headers: object = shop.manager, key: string = crypto.randomUUID(), id = order.id) =>
  send<{ id: number; errors?: { path: string }[] }>(test_, {
    method: 'POST',
    url: `/api/v1/orders/${id}/calls`,
    headers: { ...headers, 'idempotency-key': key },
    payload,
  })

const answers = async (who: Who = shop.manager) =>
  (await send<OrderAnswers>(test_, { url: `/api/v1/orders/${order.id}/calls`, headers: who })).json
