import type { AddressInfo } from 'node:net'
import { beforeAll, expect, test } from 'vitest'
import { useTestApp } from '../../../testing/test-app.ts'
import { buildReserved, buildShop, ship, type Shop } from './shipments.factory.ts'

const test_ = useTestApp()
let shop: Shop
let port: number

beforeAll(async () => {
  shop = await buildShop(test_)
  await test_.app.listen({ port: 0, host: '127.0.0.1' })
  port = (test_.app.server.address() as AddressInfo).port // the server listens on a port
})

test('twenty concurrent shipments get twenty consecutive numbers', async () => {
  const orders = []
  for (let count = 0; count < 20; count += 1) orders.push(await buildReserved(test_, shop, [2]))
  const replies = await Promise.all(orders.map(({ lineId }) => press([{ line_id: lineId, qty: 1 }])))
  expect(replies.map(({ status }) => status)).toEqual(orders.map(() => 201))
  const numbers = replies.map(({ shipments }) => Number(shipments?.[0]?.number.split('-')[1]))
  expect(numbers.toSorted((one, other) => one - other)).toEqual(orders.map((_, at) => at + 1))
})

test('one of two concurrent shipments of a part succeeds, the other gets the remaining quantity', async () => {
  const { lineId, offerId } = await buildReserved(test_, shop, [3])
  const replies = await Promise.all([press([{ line_id: lineId, qty: 2 }]), press([{ line_id: lineId, qty: 2 }])])
  const [won, lost] = replies.toSorted((one, other) => one.status - other.status)
  expect(won?.status).toBe(201)
  expect(lost).toMatchObject({ status: 409, code: 'shipment.changed' })
  expect(lost?.detail).toMatch(/^Готовое количество изменилось\. .*: 1 шт\.$/)
  const { on_hand, reserved } = await test_.database.db
    .selectFrom('offers')
    .select(['on_hand', 'reserved'])
    .where('id', '=', offerId)
    .executeTakeFirstOrThrow()
  expect({ on_hand, reserved }).toEqual({ on_hand: 98, reserved: 1 })
})

test('concurrent shipments and orders of the same goods never deadlock', async () => {
  const orders = []
  for (let count = 0; count < 6; count += 1) orders.push(await buildReserved(test_, shop, [2, 1]))
  const shipments = orders.map(({ lines }) => press(lines.map(({ id }) => ({ line_id: id, qty: 1 })).toReversed()))
  const placing = (async () => {
    for (let count = 0; count < 4; count += 1) await buildReserved(test_, shop, [1])
  })()
  const [replies] = await Promise.all([Promise.all(shipments), placing])
  expect(replies.map(({ status }) => status)).toEqual(orders.map(() => 201))
})

test('concurrent shipments cannot both use the same credit limit', async () => {
  const own = await buildShop(test_)
  const [one, other] = [await buildReserved(test_, own, [1]), await buildReserved(test_, own, [1])]
  const limit = Math.max(one.lines[0]?.priceKop ?? 0, other.lines[0]?.priceKop ?? 0)
  await test_.database.db.updateTable('contracts').set({ limit_kop: limit }).where('id', '=', own.contractId).execute()
  const replies = await Promise.all(
    [one, other].map(({ lineId }) => ship(test_, own.manager, [{ line_id: lineId, qty: 1 }])),
  )
  expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409])
})

/** Sends one request over a real socket. */
async function press(lines: { line_id: number; qty: number }[]) {
  const reply = await fetch(`http://127.0.0.1:${port}/api/v1/shipments`, {
    method: 'POST',
    headers: { ...shop.manager, 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
    body: JSON.stringify({ lines }),
  })
  const json = (await reply.json()) as { shipments?: { number: string }[]; code?: string; detail?: string }
  return { status: reply.status, ...json }
}
