import { LINE_WAYS } from '@artikul/contract/ordering/orders/line-transitions'
import {
  isDropped,
  type LineState,
  type Order,
  type OrderPreview,
  type PlacedOrder,
} from '@artikul/contract/ordering/orders/orders'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { AppError } from '../../../../platform/errors.ts'
import { buildParties, type Parties } from '../../../../testing/parties.factory.ts'
import { historyOf } from '../../../../testing/line-history.ts'
import { loginAs, send, useTestApp } from '../../../../testing/test-app.ts'
import { buildOffer, buildProduct, buildWarehouse } from '../../../catalog/products/catalog.factory.ts'
import { buildConsignee } from '../../../companies/consignees/consignees.factory.ts'
import { moveLines, type By, type LineMove } from './line-transitions.ts'

const test_ = useTestApp()
let parties: Parties
let headers: { authorization: string }
let warehouseId: number
let consigneeId: number

beforeAll(async () => {
  const { db } = test_.database
  parties = await buildParties(db)
  headers = await loginAs(test_, parties.admin)
  warehouseId = (await buildWarehouse(db, parties.seller.id)).id
  consigneeId = (await buildConsignee(db, parties.company.id)).id
})
const supplier: By = { mover: 'supplier', author: null }
const read = (id: number) => call<Order>('GET', `orders/${id}`)

describe('refusals', () => {
  test('C-62 move that is not allowed, exceeds the quantity or steps back without a reason changes nothing', async () => {
    const { id, lineId, state } = await ordered(5)
    const before = await read(id)
    const from = state
    expect(await codeOf(move(supplier, { lineId, from, to: 'shipped', qty: 1 }))).toBe('order.transition_refused')
    expect(await codeOf(move(staff(), { lineId, from, to: 'ready', qty: 6 }))).toBe('order.line_changed')
    expect(await codeOf(move(staff(), { lineId, from: 'in_transit', to: 'ready', qty: 1 }))).toBe('order.line_changed')
    expect(await codeOf(move(staff(), { lineId, from, to: 'ready', qty: 0 }))).toBe('order.line_changed')
    const [first, second] = [
      { lineId, from, to: 'ready' as const, qty: 3 },
      { lineId, from, to: 'ready' as const, qty: 3 },
    ]
    expect(await codeOf(move(staff(), first, second))).toBe('order.line_changed')
    await move(staff(), { lineId, from, to: 'ready', qty: 1 })
    expect(await codeOf(move(staff(), { lineId, from: 'ready', to: from, qty: 1 }))).toBe('order.transition_refused')
    await move(staff(), { lineId, from: 'ready', to: from, qty: 1, reason: 'Собрано не то' })
    const after = await read(id)
    expect(after).toMatchObject({ status: before.status, total_kop: before.total_kop })
    expect(after.lines[0]?.parts).toEqual(before.lines[0]?.parts)
  })
})

test('line of ten is split into six shipped, three in transit and one refused', async () => {
  const { id, lineId, offerId, price, state: from } = await ordered(10)
  await move(
    staff(),
    { lineId, from, to: 'shipped', qty: 6 },
    { lineId, from, to: 'in_transit', qty: 3 },
    { lineId, from, to: 'refused_supplier', qty: 1, reason: 'Брак на складе' },
  )
  const order = await read(id)
  expect(order).toMatchObject({ status: 'partly_shipped', total_kop: price * 9 })
  expect(order.lines[0]).toMatchObject({ qty: 10, sum_kop: price * 10 })
  expect(new Map(order.lines[0]?.parts.map(({ state, qty }) => [state, qty]))).toEqual(
    new Map([
      ['shipped', 6],
      ['in_transit', 3],
      ['refused_supplier', 1],
    ]),
  )
  expect(await stock(offerId)).toEqual({ on_hand: 94, reserved: 3, qty_text: '94' })
  expect((await historyOf(test_, order.lines[0])).at(-1)).toMatchObject({
    to: 'refused_supplier',
    reason: 'Брак на складе',
  })
})

test('move reported by a supplier has no user as its author', async () => {
  const { lineId, state: from } = await ordered(2)
  await move(staff(), { lineId, from, to: 'in_work', qty: 2 })
  await move(supplier, { lineId, from: 'in_work', to: 'confirmed_supplier', qty: 2 })
  expect((await historyOf(test_, { id: lineId })).at(-1)).toMatchObject({ by: 'Поставщик', to: 'confirmed_supplier' })
})

test('C-62 concurrent moves of the same part succeed once', async () => {
  const { lineId, state: from } = await ordered(1)
  const both = [1, 2].map(() => codeOf(move(staff(), { lineId, from, to: 'ready', qty: 1 })))
  expect((await Promise.all(both)).sort()).toEqual(['moved', 'order.line_changed'])
})

/** Every transition out of a state by every kind of mover. */
const WAYS = (['client', 'staff', 'supplier', 'system'] as const).flatMap((mover) =>
  Object.entries(LINE_WAYS[mover]).flatMap(([from, tos]) => tos.map((to) => ({ mover, from: from as LineState, to }))),
)

test('random moves keep lines, totals and stock equal to an in-memory model', async () => {
  const acts = fc.array(fc.record({ way: fc.nat(), qty: fc.integer({ min: 1, max: 8 }) }), { maxLength: 12 })
  let moved = 0
  const check = fc.asyncProperty(acts, async (chosen) => {
    const { id, lineId, offerId, price, state } = await ordered(20)
    const model = new Map<LineState, number>([[state, 20]])
    for (const { way, qty } of chosen) {
      const ways = WAYS.filter(({ from }) => (model.get(from) ?? 0) > 0)
      const { mover, from, to } = ways[way % ways.length] ?? { mover: 'staff', from: 'new', to: 'in_work' }
      const by: By = mover === 'client' || mover === 'staff' ? { ...staff(), mover } : { mover, author: null }
      const there = model.get(from) ?? 0
      const outcome = await codeOf(move(by, { lineId, from, to, qty, reason: 'Проверка' }))
      expect(outcome).toBe(qty <= there ? 'moved' : 'order.line_changed')
      if (qty > there) continue
      moved += 1
      model.set(from, there - qty).set(to, (model.get(to) ?? 0) + qty)
    }
    const order = await read(id)
    const parts = (order.lines[0]?.parts ?? []).map((part): [LineState, number] => [part.state, part.qty])
    expect(new Map(parts)).toEqual(new Map([...model].filter(([, qty]) => qty > 0)))
    const count = (is: (state: LineState) => boolean) =>
      parts.reduce((sum, [state, qty]) => sum + (is(state) ? qty : 0), 0)
    const [shipped, dropped] = [count(isGone), count(isDropped)]
    expect(order.total_kop).toBe(price * (20 - dropped))
    expect(await stock(offerId)).toMatchObject({ on_hand: 100 - shipped, reserved: 20 - shipped - dropped })
  })
  await fc.assert(check, { numRuns: 15 })
  expect(moved).toBeGreaterThan(10)
})

const isGone = (state: LineState) => ['shipped', 'issued', 'return_requested', 'returned'].includes(state)

const call = async <T>(method: 'GET' | 'POST', path: string, payload?: object) =>
  (
    await send<T>(test_, {
      method,
      url: `/api/v1/${path}`,
      headers: { ...headers, ...(method === 'POST' && { 'idempotency-key': crypto.randomUUID() }) },
      ...(payload && { payload }),
    })
  ).json

/** Places an order of goods from the own warehouse. */
async function ordered(qty: number) {
  const { db } = test_.database
  const product = await buildProduct(db)
  const offer = await buildOffer(db, product.id, warehouseId)
  await db.updateTable('offers').set({ on_hand: 100, qty_text: '100' }).where('id', '=', offer.id).execute()
  await call('POST', 'cart/lines', { offer_id: offer.id, qty, consignee_id: consigneeId })
  const { lines } = await call<OrderPreview>('GET', 'orders/preview')
  const { orders } = await call<{ orders: PlacedOrder[] }>('POST', 'orders', { lines })
  const id = orders[0]?.id ?? expect.fail('nothing is placed')
  const order = await call<Order>('GET', `orders/${id}`)
  const line = order.lines[0] ?? expect.fail('no line')
  return { id, lineId: line.id, offerId: offer.id, price: line.price_kop ?? 0, state: line.parts[0]?.state ?? 'new' }
}

const staff = () => ({
  mover: 'staff' as const,
  author: { actorId: parties.manager.id, subjectId: parties.manager.id },
})

const move = (by: By, ...moves: LineMove[]) =>
  test_.database.db.transaction().execute((tx) => moveLines(tx, by, moves, test_.clock.now()))

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'moved',
    (error: unknown) => (error instanceof AppError ? error.code : error),
  )

const stock = (offerId: number) =>
  test_.database.db
    .selectFrom('offers')
    .select(['on_hand', 'reserved', 'qty_text'])
    .where('id', '=', offerId)
    .executeTakeFirstOrThrow()
