import type { BulkTransitionPlan } from '@artikul/contract/ordering/orders/bulk-transitions'
import type { Order } from '@artikul/contract/ordering/orders/orders'
import { beforeAll, describe, expect, test } from 'vitest'
import { historyOf } from '../../../../testing/line-history.ts'
import { loginAs, send, useTestApp } from '../../../../testing/test-app.ts'
import {
  buildReserved,
  buildShop,
  ship,
  type Headers,
  type Shop,
} from '../../../fulfilment/shipments/shipments.factory.ts'
import { buildUser } from '../../../identity/users/users.factory.ts'

const test_ = useTestApp()
let shop: Shop
let other: Shop

beforeAll(async () => {
  shop = await buildShop(test_)
  other = await buildShop(test_)
})
const preview = async (line_ids: number[], to: string) =>
  (await post<BulkTransitionPlan>('transitions/preview', { line_ids, to })).json
const lead = (plan: BulkTransitionPlan, to: string, reason = '') =>
  post<{ lines_count: number }>('transitions', { to, reason, moves: plan.moves })
const read = async (id: number, { client }: Shop = shop) =>
  (await send<Order>(test_, { url: `/api/v1/orders/${id}`, headers: client })).json
const stockOf = (id: number) =>
  test_.database.db.selectFrom('offers').select(['on_hand', 'reserved']).where('id', '=', id).executeTakeFirstOrThrow()

describe('refusals', () => {
  test('client and warranty manager get 403, anonymous caller gets 401', async () => {
    const { lines } = await buildReserved(test_, shop, [1])
    const body = { line_ids: lines.map(({ id }) => id), to: 'ready' }
    const warranty = await loginAs(test_, await buildUser(test_.database.db, { role: 'ARTIKUL_WARRANTY_MANAGER' }))
    for (const path of ['transitions/preview', 'transitions']) {
      const sent =
        path === 'transitions' ? { to: 'ready', reason: '', moves: [{ line_id: 1, from: 'new', qty: 1 }] } : body
      expect((await post(path, sent, shop.client)).status).toBe(403)
      expect((await post(path, sent, warranty)).status).toBe(403)
      expect((await send(test_, { method: 'POST', url: `/api/v1/order-lines/${path}`, payload: sent })).status).toBe(
        401,
      )
    }
  })

  test.each([
    [{ line_ids: [], to: 'ready' }, 'line_ids'],
    [{ line_ids: [1], to: 'shipped' }, 'to'],
    [{ line_ids: [1], to: 'awaiting_payment' }, 'to'],
    [{ line_ids: Array.from({ length: 501 }, (_, at) => at + 1), to: 'ready' }, 'line_ids'],
  ])('bad input is rejected with its field named', async (body, path) => {
    const refused = await post('transitions/preview', body)
    expect([refused.status, refused.json.errors?.[0]?.path]).toEqual([400, path])
  })

  test('refusal of lines without a reason is rejected and moves nothing', async () => {
    const { id, lines } = await buildReserved(test_, shop, [3])
    const plan = await preview([lines[0]?.id ?? 0], 'refused_supplier')
    expect(plan.needs_reason).toBe(true)
    const refused = await lead(plan, 'refused_supplier')
    expect([refused.status, refused.json.errors?.[0]?.path]).toEqual([400, 'reason'])
    expect((await read(id)).lines[0]?.parts).toMatchObject([{ state: 'reserved', qty: 3 }])
  })

  test('stale preview is refused with 409 and moves nothing', async () => {
    const [one, two] = [await buildReserved(test_, shop, [2]), await buildReserved(test_, shop, [2])]
    const plan = await preview([one.lineId, two.lineId], 'ready')
    expect((await lead(await preview([two.lineId], 'picking'), 'picking')).status).toBe(200)
    const refused = await lead(plan, 'ready')
    expect([refused.status, refused.json.code]).toEqual([409, 'order.line_changed'])
    expect((await read(one.id)).lines[0]?.parts).toMatchObject([{ state: 'reserved', qty: 2 }])
    const doubled = { ...plan, moves: [...plan.moves, ...plan.moves] }
    expect((await lead(doubled, 'ready')).status).toBe(409)
  })

  test('concurrent moves by two managers succeed once', async () => {
    const { lineId } = await buildReserved(test_, shop, [2])
    const plan = await preview([lineId], 'ready')
    const sent = await Promise.all([lead(plan, 'ready'), lead(plan, 'ready')])
    expect(sent.map(({ status }) => status).sort()).toEqual([200, 409])
  })
})

test('lines of two companies move together, and the preview shows the change of totals and stock', async () => {
  const [own, theirs] = [await buildReserved(test_, shop, [4, 1]), await buildReserved(test_, other, [2])]
  const ids = [...own.lines, ...theirs.lines].map(({ id }) => id)
  const plan = await preview(ids, 'refused_supplier')
  const total = [...own.lines, ...theirs.lines].reduce((sum, { sumKop }) => sum + sumKop, 0)
  expect(plan).toMatchObject({
    lines_count: 3,
    orders_count: 2,
    companies_count: 2,
    from: [{ state: 'reserved', lines_count: 3 }],
    total_change_kop: -total,
    freed_count: 3,
    left: [],
  })
  expect(await stockOf(own.offerId)).toEqual({ on_hand: 100, reserved: 4 })
  const led = await lead(plan, 'refused_supplier', 'Партия забракована')
  expect(led.json).toEqual({ lines_count: 3 })
  const [first, second] = [await read(own.id), await read(theirs.id, other)]
  expect([first.status, first.total_kop, second.total_kop]).toEqual(['cancelled', 0, 0])
  expect((await historyOf(test_, first.lines[1])).at(-1)).toMatchObject({
    to: 'refused_supplier',
    reason: 'Партия забракована',
  })
  expect(await stockOf(own.offerId)).toEqual({ on_hand: 100, reserved: 0 })
})

test('lines that cannot move are listed with a reason, and the rest move', async () => {
  const [shipped, ready, onHold] = [
    await buildReserved(test_, shop, [2]),
    await buildReserved(test_, shop, [2]),
    await buildReserved(test_, shop, [2]),
  ]
  await lead(await preview([shipped.lineId, ready.lineId], 'ready'), 'ready')
  await ship(test_, shop.manager, [{ line_id: shipped.lineId, qty: 2 }])
  await test_.database.db
    .updateTable('order_line_allocations')
    .set({ state: 'on_hold' })
    .where('line_id', '=', onHold.lineId)
    .execute()
  const plan = await preview([shipped.lineId, ready.lineId, onHold.lineId], 'picking')
  expect(plan.left.map(({ line_id, why }) => [line_id, why])).toEqual([
    [shipped.lineId, 'Уже в отгрузке'],
    [onHold.lineId, 'Заказ ждёт оплаты или разблокировки'],
  ])
  expect(plan).toMatchObject({ lines_count: 1, needs_reason: true, total_change_kop: 0, freed_count: 0 })
  expect((await lead(plan, 'picking', 'Недосчитались')).status).toBe(200)
  expect((await read(ready.id)).lines[0]?.parts).toMatchObject([{ state: 'picking', qty: 2 }])
  // Goods that cannot proceed without payment can still be removed.
  expect(await preview([onHold.lineId], 'removed')).toMatchObject({ lines_count: 1, left: [] })
})

test('bulk move of a partly moved line moves only the remaining quantity', async () => {
  const { id, lineId } = await buildReserved(test_, shop, [5])
  const part = await lead(
    { ...(await preview([lineId], 'ready')), moves: [{ line_id: lineId, from: 'reserved', qty: 2 }] },
    'ready',
  )
  expect(part.status).toBe(409)
  await send(test_, {
    method: 'POST',
    url: `/api/v1/orders/${id}/transitions`,
    headers: { ...shop.manager, 'idempotency-key': crypto.randomUUID() },
    payload: { moves: [{ line_id: lineId, from: 'reserved', to: 'ready', qty: 2 }] },
  })
  const plan = await preview([lineId], 'ready')
  expect(plan.moves).toEqual([{ line_id: lineId, from: 'reserved', qty: 3 }])
  expect((await lead(plan, 'ready')).json).toEqual({ lines_count: 1 })
  expect((await read(id)).lines[0]?.parts).toMatchObject([{ state: 'ready', qty: 5 }])
})

interface Refused {
  code: string
  detail: string
  errors?: { path: string; message: string }[]
}

const post = <T = Refused>(path: string, payload: object, headers: Headers = shop.manager) =>
  send<T & Refused>(test_, {
    method: 'POST',
    url: `/api/v1/order-lines/${path}`,
    headers: { ...headers, 'idempotency-key': crypto.randomUUID() },
    payload,
  })
