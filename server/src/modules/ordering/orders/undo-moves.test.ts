import type { Order } from '@artikul/contract/ordering/orders/orders'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { loginAs, send, useTestApp } from '../../../testing/test-app.ts'
import { buildReserved, buildShop, type Headers, type Shop } from '../../fulfilment/shipments/shipments.factory.ts'
import { buildUser } from '../../identity/users/users.factory.ts'

const test_ = useTestApp()
let shop: Shop
let colleague: Headers
let order: { id: number; lines: { id: number }[] }

beforeAll(async () => {
  shop = await buildShop(test_)
  colleague = await loginAs(test_, await buildUser(test_.database.db, { role: 'ARTIKUL_ORDER_MANAGER' }))
})

beforeEach(async () => {
  test_.clock.set('2026-11-17T09:00:00Z')
  order = await buildReserved(test_, shop, [2, 3])
  test_.clock.set('2026-11-17T09:00:01Z')
})

test('change of a status is undone by the person who made it, once', async () => {
  const made = moveOf(0, 'reserved', 'ready', 2)
  await move(made)
  expect(await states()).toEqual(['ready', 'reserved'])
  test_.clock.set('2026-11-17T09:00:09Z')
  expect((await undo([made])).status).toBe(200)
  expect(await states()).toEqual(['reserved', 'reserved'])
  expect(await undo([made])).toMatchObject({ status: 409, json: { code: 'undo.conflict' } })
})

test('bulk change of a status is undone as a whole', async () => {
  const made = [moveOf(0, 'reserved', 'ready', 2), moveOf(1, 'reserved', 'ready', 3)]
  const moves = made.map(({ to, ...one }) => one)
  expect((await post('order-lines/transitions', { to: 'ready', reason: '', moves })).status).toBe(200)
  expect(await undo(made.slice(0, 1))).toMatchObject({ status: 200 })
  expect(await undo(made)).toMatchObject({ status: 409, json: { code: 'undo.conflict' } })
  expect((await undo(made.slice(1))).status).toBe(200)
  expect(await states()).toEqual(['reserved', 'reserved'])
})

test('change of a status is not undone by others, late, with another quantity or after another change', async () => {
  const made = moveOf(0, 'reserved', 'ready', 1)
  await move(made)
  expect((await undo([made], {})).status).toBe(401)
  expect((await undo([made], shop.client)).status).toBe(403)
  expect(await undo([made], colleague)).toMatchObject({ status: 403, json: { code: 'undo.not_yours' } })
  for (const wrong of [
    { ...made, qty: 2 },
    { ...made, from: 'new' },
    { ...made, line_id: 999_999 },
  ])
    expect(await undo([wrong])).toMatchObject({ status: 409, json: { code: 'undo.conflict' } })
  for (const body of [{ moves: [] }, { moves: [{ ...made, qty: 0 }] }, { moves: [{ ...made, from: 'nowhere' }] }])
    expect((await post('order-lines/transitions/undo', body)).status).toBe(400)
  test_.clock.set('2026-11-17T09:00:17Z')
  expect(await undo([made])).toMatchObject({ status: 409, json: { code: 'undo.expired' } })
  test_.clock.set('2026-11-17T09:00:05Z')
  await move(moveOf(0, 'ready', 'picking', 1, 'Не та полка'))
  expect(await undo([made])).toMatchObject({ status: 409, json: { code: 'undo.conflict' } })
  expect(await states()).toEqual(['reserved', 'picking', 'reserved'])
})

test('cancellation of a line is not undone', async () => {
  const made = moveOf(0, 'reserved', 'removed', 2)
  await move({ ...made, reason: 'Ошибка' })
  expect(await undo([made])).toMatchObject({ status: 409, json: { code: 'order.transition_refused' } })
})

const moveOf = (at: number, from: string, to: string, qty: number, reason?: string) => ({
  line_id: order.lines[at]?.id ?? 0,
  from,
  to,
  qty,
  ...(reason !== undefined && { reason }),
})

const post = (path: string, payload: object, headers: Headers | object = shop.manager) =>
  send<{ code: string }>(test_, {
    method: 'POST',
    url: `/api/v1/${path}`,
    headers: { ...headers, 'idempotency-key': crypto.randomUUID() },
    payload,
  })

const undo = (moves: readonly object[], headers?: Headers | object) =>
  post('order-lines/transitions/undo', { moves }, headers)

async function move(one: object) {
  const reply = await post(`orders/${order.id}/transitions`, { moves: [one] })
  expect(reply.status, reply.text).toBe(200)
}

const states = async () => {
  const { json } = await send<Order>(test_, { url: `/api/v1/orders/${order.id}`, headers: shop.manager })
  return json.lines.flatMap(({ parts }) => parts.map(({ state }) => state))
}
