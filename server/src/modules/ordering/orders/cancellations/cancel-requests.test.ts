import type { LineState, Order } from '@artikul/contract/ordering/orders/orders'
import type { WorkQueue } from '@artikul/contract/workspace/work-queue'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { historyOf } from '../../../../testing/line-history.ts'
import { loginAs, send, useTestApp } from '../../../../testing/test-app.ts'
import { buildReserved, buildShop, type Headers, type Shop } from '../../../fulfilment/shipments/shipments.factory.ts'
import { buildEmployee } from '../../../identity/users/users.factory.ts'

const test_ = useTestApp()
let [shop, other]: Shop[] = []

beforeAll(async () => {
  shop = await buildShop(test_, { limit_kop: 100_000_000 })
  other = await buildShop(test_, { limit_kop: 100_000_000 })
})
beforeEach(() => test_.clock.set('2026-11-17T09:00:00Z'))
const agree = (id: number, headers: Headers = shop!.manager) => post(`cancel-requests/${id}/agree`, headers)
const decline = (id: number, headers: Headers = shop!.manager, reason = 'Поставщик уже отправил') =>
  post(`cancel-requests/${id}/decline`, headers, { reason })
const withdraw = (id: number, headers: Headers = shop!.client) => post(`cancel-requests/${id}/withdraw`, headers)

const readOrder = async (id: number, headers = shop!.client) =>
  (await send<Order>(test_, { url: `/api/v1/orders/${id}`, headers })).json
const move = (orderId: number, lineId: number, from: LineState, to: LineState, qty: number) =>
  post(`orders/${orderId}/transitions`, shop!.manager, {
    moves: [{ line_id: lineId, from, to, qty, reason: 'Проверка' }],
  })

describe('cancellation request is refused', () => {
  test('to anonymous callers, to the other side and to other companies', async () => {
    const { lineId } = await orderInWork()
    expect((await ask(lineId, {}, {})).status).toBe(401)
    expect((await ask(lineId, {}, shop!.manager)).status).toBe(403)
    expect(await ask(lineId, {}, other!.client)).toMatchObject({ status: 404 })
    expect((await ask(2_147_483_000)).status).toBe(404)
    const { id } = (await ask(lineId)).json
    expect((await agree(id, shop!.client)).status).toBe(403)
    expect((await decline(id, shop!.client)).status).toBe(403)
    expect((await withdraw(id, shop!.manager)).status).toBe(403)
    expect((await withdraw(id, other!.client)).status).toBe(404)
    for (const act of [agree, decline, withdraw]) expect((await act(2_147_483_000)).status).toBe(404)
    expect((await readOrder((await orderInWork(other)).id)).lines).toBeUndefined()
  })

  test('to an employee without the right to place orders', async () => {
    const { lineId } = await orderInWork()
    const employee = await buildEmployee(test_.database.db, shop!.companyId, { may_place: false })
    const headers = await loginAs(test_, employee)
    expect(await ask(lineId, {}, headers)).toMatchObject({ status: 403, json: { code: 'order.may_not_place' } })
    const { id } = (await ask(lineId)).json
    expect(await withdraw(id, headers)).toMatchObject({ status: 403, json: { code: 'order.may_not_place' } })
  })

  test('without a reason, for zero quantity, for more than the line has, and twice', async () => {
    const { lineId } = await orderInWork()
    for (const [given, path] of [
      [{ message: ' ' }, 'message'],
      [{ qty: 0 }, 'qty'],
      [{ qty: 0.0001 }, 'qty'],
    ] as const)
      expect(await ask(lineId, given)).toMatchObject({ status: 400, json: { errors: [{ path }] } })
    const tooMany = await ask(lineId, { qty: 5.001 })
    expect(tooMany).toMatchObject({ status: 409, json: { code: 'order.line_changed' } })
    expect(tooMany.json.detail).toBe('Попросить отменить можно не больше 5')
    expect((await ask(lineId, { qty: 5 })).status).toBe(201)
    expect(await ask(lineId)).toMatchObject({ status: 409, json: { code: 'order.cancellation_requested' } })
  })

  test('for lines the client can cancel directly and for lines that are ready', async () => {
    const { id, lineId } = await buildReserved(test_, shop!, [5])
    expect(await ask(lineId)).toMatchObject({ status: 409, json: { code: 'order.transition_refused' } })
    await move(id, lineId, 'reserved', 'ready', 5)
    expect(await ask(lineId)).toMatchObject({ status: 409, json: { code: 'order.transition_refused' } })
  })
})

describe('cancellation request', () => {
  test('appears in the work queue, and on approval its quantity leaves the order', async () => {
    const { id, number, lineId } = await orderInWork()
    const before = await readOrder(id)
    const request = (await ask(lineId)).json
    expect((await readOrder(id)).lines[0]?.cancel).toEqual({
      id: request.id,
      qty: 2,
      message: 'Клиент передумал',
      by: 'Любой Пользователь',
      at: '2026-11-17T09:00:00.000Z',
      decline_reason: null,
    })
    expect(await queued(id)).toMatchObject({ label: number, count: 1, kind: 'cancel' })
    expect(await agree(request.id)).toMatchObject({ status: 200, json: { qty: 2 } })
    const { lines, total_kop } = await readOrder(id)
    expect(lines[0]).toMatchObject({
      cancel: null,
      parts: expect.arrayContaining([
        { state: 'in_work', qty: 3 },
        { state: 'cancelled_client', qty: 2 },
      ]) as unknown,
    })
    expect((await historyOf(test_, lines[0])).at(-1)).toMatchObject({
      to: 'cancelled_client',
      reason: 'По просьбе клиента: Клиент передумал',
    })
    expect(total_kop).toBe(((before.total_kop ?? 0) / 5) * 3)
    expect(await queued(id)).toBeUndefined()
  })

  test('is approved only for the quantity that is not ready yet', async () => {
    const { id, lineId } = await orderInWork()
    const request = (await ask(lineId, { qty: 4 })).json
    await move(id, lineId, 'in_work', 'ready', 4)
    expect(await agree(request.id)).toMatchObject({ status: 200, json: { qty: 1 } })
    const next = await orderInWork()
    const late = (await ask(next.lineId)).json
    await move(next.id, next.lineId, 'in_work', 'ready', 5)
    expect((await readOrder(next.id)).lines[0]?.cancel).toBeNull()
    expect(await queued(next.id)).toBeUndefined()
    expect(await agree(late.id)).toMatchObject({ status: 409, json: { code: 'order.line_changed' } })
  })

  test('cancels the least advanced parts first', async () => {
    const { id, lineId } = await orderInWork()
    await move(id, lineId, 'in_work', 'in_transit', 3)
    await agree((await ask(lineId, { qty: 3 })).json.id)
    const { parts } = (await readOrder(id)).lines[0]!
    expect(parts).toHaveLength(2)
    expect(parts).toEqual(
      expect.arrayContaining([
        { state: 'in_transit', qty: 2 },
        { state: 'cancelled_client', qty: 3 },
      ]),
    )
  })

  test('that is declined shows the reason and can be made again', async () => {
    const { id, lineId } = await orderInWork()
    const request = (await ask(lineId)).json
    expect((await decline(request.id, shop!.manager, ' ')).status).toBe(400)
    expect((await decline(request.id)).status).toBe(200)
    const { lines, status } = await readOrder(id)
    expect(lines[0]).toMatchObject({
      cancel: { decline_reason: 'Поставщик уже отправил' },
      parts: [{ state: 'in_work', qty: 5 }],
    })
    expect(status).toBe('in_work')
    expect(await queued(id)).toBeUndefined()
    expect((await ask(lineId, { message: 'Очень просим' })).status).toBe(201)
    expect((await readOrder(id)).lines[0]?.cancel).toMatchObject({ decline_reason: null, message: 'Очень просим' })
  })

  test('can be withdrawn until it is answered', async () => {
    const { id, lineId } = await orderInWork()
    const request = (await ask(lineId)).json
    expect((await withdraw(request.id)).status).toBe(200)
    expect((await readOrder(id)).lines[0]?.cancel).toBeNull()
    for (const act of [agree, decline, withdraw])
      expect(await act(request.id)).toMatchObject({ status: 409, json: { code: 'order.cancellation_resolved' } })
  })

  test('sent or answered concurrently is accepted once', async () => {
    const { id, lineId } = await orderInWork()
    const replies = await Promise.all([ask(lineId), ask(lineId), ask(lineId)])
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
    const request = replies.find(({ status }) => status === 201)!.json
    const answered = await Promise.all([agree(request.id), agree(request.id), decline(request.id)])
    expect(answered.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    const { parts } = (await readOrder(id)).lines[0]!
    const cancelled = parts.find(({ state }) => state === 'cancelled_client')?.qty ?? 0
    expect(cancelled).toBe(answered[2].status === 200 ? 0 : 2)
  })

  test('notifies staff, and its refusal notifies the client', async () => {
    const { id, lineId } = await orderInWork()
    await decline((await ask(lineId)).json.id)
    const kinds = await test_.database.db
      .selectFrom('events')
      .select(['kind', 'notifies_client', 'notifies_staff'])
      .where('about', '=', 'order')
      .where('about_id', '=', id)
      .where('kind', 'like', 'order.cancellation\\_%')
      .orderBy('id')
      .execute()
    expect(kinds).toEqual([
      { kind: 'order.cancellation_requested', notifies_client: false, notifies_staff: true },
      { kind: 'order.cancellation_declined', notifies_client: true, notifies_staff: false },
    ])
  })
})

interface Answer {
  id: number
  qty: number
  code: string
  detail: string
  errors: { path: string }[]
}

const post = (path: string, headers: Headers | object, payload?: object) =>
  send<Answer>(test_, {
    method: 'POST',
    url: `/api/v1/${path}`,
    headers: { ...headers, 'idempotency-key': crypto.randomUUID() },
    ...(payload && { payload }),
  })

const ask = (lineId: number, overrides: object = {}, headers: Headers | object = shop!.client) =>
  post(`order-lines/${lineId}/cancel-requests`, headers, { qty: 2, message: 'Клиент передумал', ...overrides })

/** Creates an order in procurement with one line of five pieces. */
async function orderInWork(of = shop!) {
  const order = await buildReserved(test_, of, [5])
  await move(order.id, order.lineId, 'reserved', 'in_work', 5)
  return order
}

const queued = async (orderId: number) => {
  const { json } = await send<WorkQueue>(test_, {
    url: '/api/v1/work-queue?scope=all&kind=cancel',
    headers: shop!.manager,
  })
  return json.results.find(({ id }) => id === orderId)
}
