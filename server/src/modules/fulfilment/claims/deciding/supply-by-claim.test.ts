import type { ClaimOutcome } from '@artikul/contract/fulfilment/claim-rules'
import type { Order } from '@artikul/contract/ordering/orders/orders'
import type { Shipment } from '@artikul/contract/fulfilment/shipments'
import fc from 'fast-check'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { releasing } from '../../../../testing/pricing.ts'
import { loginAs, send, useTestApp } from '../../../../testing/test-app.ts'
import { selectContractBalances } from '../../../companies/credit/index.ts'
import { endReservations, releaseAll } from '../../../ordering/orders/holds/release.ts'
import { selectReleaseFacts } from '../../../ordering/orders/holds/order-holds.queries.ts'
import { ship } from '../../shipments/shipments.factory.ts'
import { buildUser } from '../../../identity/users/users.factory.ts'
import { buildClaimShop, buildShipped, claimOf, posting, readClaim, type ClaimShop } from '../claims.factory.ts'

const test_ = useTestApp()
let shop: ClaimShop

beforeAll(async () => {
  shop = await buildClaimShop(test_)
})
beforeEach(() => test_.clock.set('2026-11-17T09:00:00Z'))
type Who = { authorization: string }
const act = (who: Who, id: number, path: string, body: object) =>
  send<Reply>(test_, posting(who, `/${id}${path}`, body))
const debt = async () =>
  (await selectContractBalances(test_.database.db, [shop.contractId], '2026-11-17')).get(shop.contractId)?.debt_kop ?? 0
const setStock = (offerId: number, on_hand: number) =>
  test_.database.db.updateTable('offers').set({ on_hand }).where('id', '=', offerId).execute()

describe('claim replacement', () => {
  test('is refused above the free stock, with the free quantity in the reason', async () => {
    const { id, order } = await claimed('shortage', 'resupply')
    await setStock(order.offerId, 1)
    const reply = await decide(id, 2)
    expect([reply.status, reply.json.code]).toEqual([409, 'claim.no_stock'])
    expect(reply.json.detail).toMatch(/свободно 1 шт\. из 2$/)
    expect((await readClaim(test_, shop.client, id)).state).toBe('submitted')
    expect(await stockOf(order.offerId)).toEqual({ on_hand: 1, reserved: 0 })
  })

  test('by exchange is refused for missing goods, in the claim and in the decision', async () => {
    const { shipmentId, lineId } = await buildShipped(test_, shop, [1])
    const exchange = await claimOf(test_, shop, { shipmentId, lineId, kind: 'shortage', outcome: 'exchange' })
    expect(exchange.json.errors[0]?.path).toBe('outcome')
    const { id } = await claimed('shortage', 'money')
    const reply = await decide(id, 1, { outcome: 'exchange' })
    expect([reply.status, reply.json.errors?.[0]?.path]).toEqual([400, 'outcome'])
  })

  test('line cannot be cancelled or moved, nor given up after shipment or by others', async () => {
    const { id } = await claimed('shortage', 'resupply')
    expect((await decide(id, 2)).status).toBe(200)
    const { order, line } = await supplyOf(id)
    for (const [who, to] of [
      [shop.client, 'cancelled_client'],
      [shop.manager, 'removed'],
      [shop.manager, 'in_work'],
    ] as const) {
      const reply = await moving(who, order.id, { line_id: line.id, from: 'reserved', to, qty: 1 })
      expect([reply.status, reply.json.code], to).toEqual([409, 'order.transition_refused'])
    }
    for (const who of [shop.client, shop.manager])
      expect((await act(who, id, '/write-off', { version: 2, text: 'Нет' })).status).toBe(403)
    expect((await act(shop.handler, id, '/write-off', { version: 9, text: 'Нет' })).json.code).toBe('stale')
    await ship(test_, shop.manager, [{ line_id: line.id, qty: 2 }])
    const late = await act(shop.handler, id, '/write-off', { version: 2, text: 'Нет' })
    expect(late.json.code).toBe('claim.invalid_state')
  })
})

test('resupply ships missing goods free of charge, and a later defect is credited to the first shipment', async () => {
  const { id, number, order, shipmentId, lines } = await claimed('shortage', 'resupply')
  const before = await debt()
  expect(await stockOf(order.offerId)).toEqual({ on_hand: 95, reserved: 0 })
  expect((await decide(id, 2)).status).toBe(200)
  expect(await stockOf(order.offerId)).toEqual({ on_hand: 95, reserved: 2 })
  const claim = await readClaim(test_, shop.client, id)
  expect(claim).toMatchObject({ state: 'closed', correction: null, disputed_kop: 0 })
  const { order: second, line } = await supplyOf(id)
  expect(second).toMatchObject({ total_kop: 0, comment: `Довоз по обращению ${number}`, can: { issue_invoice: false } })
  expect(line).toMatchObject({
    qty: 2,
    price_kop: 0,
    claim: { id, number, outcome: 'resupply', order_id: order.id, order_number: order.number },
  })
  const limit = async (kop: number) =>
    test_.database.db.updateTable('contracts').set({ limit_kop: kop }).where('id', '=', shop.contractId).execute()
  const { limit_kop: usual } = await test_.database.db
    .selectFrom('contracts')
    .select('limit_kop')
    .where('id', '=', shop.contractId)
    .executeTakeFirstOrThrow()
  await limit(0)
  const plain = await loginAs(test_, await buildUser(test_.database.db, { role: 'ARTIKUL_ORDER_MANAGER', rights: [] }))
  const made = await ship(test_, plain, [{ line_id: line.id, qty: 2 }])
  await limit(usual)
  const again = made.json.shipments[0] ?? expect.fail(made.text)
  expect(again.total_kop).toBe(0)
  const { json } = await send<Shipment>(test_, { url: `/api/v1/shipments/${again.id}`, headers: shop.client })
  expect(json.lines[0]?.claim).toMatchObject({ number, order_number: order.number })
  expect(await stockOf(order.offerId)).toEqual({ on_hand: 93, reserved: 0 })
  expect(await debt()).toBe(before)
  const moved = await test_.database.db
    .selectFrom('ledger_movements')
    .select('id')
    .where('kind', '=', 'shipment')
    .where('contract_id', '=', shop.contractId)
    .execute()
  expect(moved.map((one) => one.id)).toContain(shipmentId)
  expect(moved.map((one) => one.id)).not.toContain(again.id)

  // A defect of goods delivered later is credited to the line that billed them.
  const broken = await claimOf(test_, shop, {
    shipmentId: again.id,
    lineId: json.lines[0]?.id ?? 0,
    qty: 1,
    kind: 'defect',
    outcome: 'money',
  })
  expect(broken.status, broken.text).toBe(201)
  expect((await readClaim(test_, shop.handler, broken.json.id)).disputed_kop).toBe(lines[0]?.price_kop)
  await decide(broken.json.id, 1)
  await receive(broken.json.id, 1)
  expect((await settle(broken.json.id, 1)).status).toBe(200)
  expect(await debt()).toBe(before - (lines[0]?.price_kop ?? 0))
  const corrected = await test_.database.db
    .selectFrom('corrections')
    .select('shipment_id')
    .where('claim_id', '=', broken.json.id)
    .executeTakeFirst()
  expect(corrected?.shipment_id).toBe(shipmentId)
})

test('pieces found in stock are restocked and can be used for the resupply', async () => {
  const { id, order } = await claimed('shortage', 'resupply')
  await setStock(order.offerId, 0)
  expect((await decide(id, 2, {}, { to_stock: true })).status).toBe(200)
  expect(await stockOf(order.offerId)).toEqual({ on_hand: 2, reserved: 2 })
  const paid = await claimed('shortage', 'money')
  await decide(paid.id, 2, {}, { to_stock: true })
  expect(await stockOf(paid.order.offerId)).toEqual({ on_hand: 97, reserved: 0 })
})

test('resupply given up after a partial shipment is credited, and its stock is released', async () => {
  const { id, order, lines } = await claimed('shortage', 'resupply', { qty: 3 })
  const before = await debt()
  await decide(id, 3)
  const { line } = await supplyOf(id)
  await ship(test_, shop.manager, [{ line_id: line.id, qty: 1 }])
  const claim = await readClaim(test_, shop.handler, id)
  expect(claim.can.write_off).toBe(true)
  expect((await readClaim(test_, shop.client, id)).can.write_off).toBe(false)
  const reply = await act(shop.handler, id, '/write-off', { version: claim.version, text: 'Товар снят с производства' })
  expect(reply.status, reply.text).toBe(200)
  expect(await stockOf(order.offerId)).toEqual({ on_hand: 94, reserved: 0 })
  expect(await debt()).toBe(before - 2 * (lines[0]?.price_kop ?? 0))
  expect((await supplyOf(id)).parts.map(({ state, qty }) => [state, qty]).toSorted()).toEqual([
    ['removed', 2],
    ['shipped', 1],
  ])
  expect((await readClaim(test_, shop.handler, id)).can.write_off).toBe(false)
})

describe('exchange', () => {
  test('is reserved at once, ships after the return and is billed at the original price', async () => {
    const { id, number, order, lines } = await claimed('defect', 'exchange')
    const before = await debt()
    expect((await decide(id, 2)).status).toBe(200)
    const { order: second, line } = await supplyOf(id)
    expect(second).toMatchObject({ status: 'on_hold', hold_reason: `Ждём возврата товара по обращению ${number}` })
    expect(await stockOf(order.offerId)).toEqual({ on_hand: 95, reserved: 2 })
    expect((await ship(test_, shop.manager, [{ line_id: line.id, qty: 2 }])).json.code).toBe('shipment.changed')
    await receive(id, 2)
    // One of the pieces has no defect.
    const { version, lines: own } = await readClaim(test_, shop.handler, id)
    const settled = [{ id: own[0]?.id, qty: 1, to_stock: false, refusal: 'Следы удара' }]
    expect((await act(shop.handler, id, '/settlement', { version, lines: settled, text: '' })).status).toBe(200)
    expect(await stockOf(order.offerId)).toEqual({ on_hand: 95, reserved: 1 })
    expect(await debt()).toBe(before - (lines[0]?.price_kop ?? 0))
    const made = await ship(test_, shop.manager, [{ line_id: line.id, qty: 1 }])
    expect(made.json.shipments[0]?.total_kop).toBe(lines[0]?.price_kop)
    expect(await debt()).toBe(before)
    expect(await stockOf(order.offerId)).toEqual({ on_hand: 94, reserved: 0 })
  })

  test('waits only for the returned goods and uses no credit limit meanwhile', async () => {
    const { id, number } = await claimed('defect', 'exchange')
    const standing = async () =>
      (await selectContractBalances(test_.database.db, [shop.contractId], '2026-11-17')).get(shop.contractId)
    const before = (await standing())?.in_work_kop
    expect((await decide(id, 2)).status).toBe(200)
    expect((await standing())?.in_work_kop).toBe(before)
    const { order, line } = await supplyOf(id)
    expect(order).toMatchObject({ wait: null, can: { issue_invoice: false } })
    const held = await send<Reply>(test_, {
      method: 'POST',
      url: `/api/v1/orders/${order.id}/unblock-request`,
      headers: { ...shop.client, 'idempotency-key': crypto.randomUUID() },
      payload: {},
    })
    expect(held.json.code).toBe('order.not_on_hold')
    const db = test_.appDatabase.forTenant('any')
    test_.clock.set('2026-12-17T09:00:00Z')
    await releaseAll(db, releasing(test_))
    await endReservations(db, releasing(test_))
    test_.clock.set('2026-11-17T09:00:00Z')
    expect((await supplyOf(id)).order).toMatchObject({
      status: 'on_hold',
      hold_reason: `Ждём возврата товара по обращению ${number}`,
    })
    // Settled in part: the rest is removed by that decision, not by an expired deadline.
    await receive(id, 2)
    const { version, lines: own } = await readClaim(test_, shop.handler, id)
    const settled = [{ id: own[0]?.id, qty: 1, to_stock: false, refusal: 'Следы удара' }]
    await act(shop.handler, id, '/settlement', { version, lines: settled, text: '' })
    expect((await standing())?.in_work_kop).toBe((before ?? 0) + (line.price_kop ?? 0))
    const events = await test_.database.db
      .selectFrom('events')
      .select('kind')
      .where('about', '=', 'order')
      .where('about_id', '=', order.id)
      .orderBy('id')
      .execute()
    expect(events.map(({ kind }) => kind)).toEqual(['order.held', 'order.removed'])
  })

  test('does not use the advance until the returned goods are credited', async () => {
    const shop_ = await buildClaimShop(test_)
    const { shipmentId, lineId, order, lines } = await buildShipped(test_, shop_, [2])
    const price = lines[0]?.price_kop ?? 0
    const made = await claimOf(test_, shop_, { shipmentId, lineId, qty: 2, outcome: 'exchange' })
    const claim = await readClaim(test_, shop_.handler, made.json.id)
    const decision = { lines: [{ id: claim.lines[0]?.id, qty: 2, price_kop: null, refusal: '' }], text: '' }
    const until = { hand_over_until: '2026-12-01', hand_over_to: 'Склад' }
    await act(shop_.handler, claim.id, '/decision', { version: claim.version, ...decision, ...until })
    const facts = async () =>
      (await selectReleaseFacts(test_.database.db, [shop_.contractId])).get(shop_.contractId)?.claimed_kop
    await test_.database.db
      .updateTable('contracts')
      .set({ prepayment_percent: 100 })
      .where('id', '=', shop_.contractId)
      .execute()
    expect(await facts()).toBe(0)
    const back = await readClaim(test_, shop_.handler, claim.id)
    await act(shop_.handler, claim.id, '/receipt', {
      version: back.version,
      lines: [{ id: back.lines[0]?.id, qty: 2 }],
    })
    const { version } = await readClaim(test_, shop_.handler, claim.id)
    const line = { id: back.lines[0]?.id, qty: 2, to_stock: false, refusal: '' }
    const reply = await act(shop_.handler, claim.id, '/settlement', { version, lines: [line], text: '' })
    expect(reply.status, reply.text).toBe(200)
    expect(await facts()).toBe(2 * price)
    expect(await stockOf(order.offerId)).toEqual({ on_hand: 98, reserved: 2 })
  })

  test('releases its reserve when nothing is returned or everything is refused', async () => {
    for (const end of ['closeAsAbandoned', 'refuse'] as const) {
      const { id, order } = await claimed('defect', 'exchange')
      await decide(id, 2)
      if (end === 'closeAsAbandoned') {
        const { version } = await readClaim(test_, shop.handler, id)
        expect((await act(shop.handler, id, '/close-as-abandoned', { version })).status).toBe(200)
      } else {
        await receive(id, 2)
        expect((await settle(id, 0)).status).toBe(200)
      }
      expect(await stockOf(order.offerId)).toEqual({ on_hand: 95, reserved: 0 })
      expect((await supplyOf(id)).order.status).toBe('cancelled')
    }
  })

  test('can be granted instead of money, and an offset instead of it', async () => {
    const moneyClaim = await claimed('defect', 'money')
    expect((await decide(moneyClaim.id, 2, { outcome: 'exchange' })).status).toBe(200)
    expect(await readClaim(test_, shop.client, moneyClaim.id)).toMatchObject({
      outcome: 'money',
      granted_outcome: 'exchange',
    })
    expect((await supplyOf(moneyClaim.id)).line.qty).toBe(2)
    const { id, order } = await claimed('defect', 'exchange')
    await setStock(order.offerId, 0)
    expect((await decide(id, 2)).json.code).toBe('claim.no_stock')
    expect((await decide(id, 2, { outcome: 'offset' })).status).toBe(200)
    expect((await readClaim(test_, shop.client, id)).lines[0]?.supply).toBeNull()
  })
})

test('random claims keep debt, stock and claimed quantities consistent', { timeout: 120_000 }, async () => {
  const story = fc.record({
    kind: fc.constantFrom('shortage' as const, 'defect' as const),
    outcome: fc.constantFrom('money' as const, 'offset' as const, 'goods' as const),
    qty: fc.integer({ min: 1, max: 4 }),
    granted: fc.integer({ min: 1, max: 4 }),
    settled: fc.integer({ min: 0, max: 4 }),
    leaves: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(story, async (one) => {
      const { kind, qty, leaves } = one
      const goods = kind === 'shortage' ? ('resupply' as const) : ('exchange' as const)
      const outcome = one.outcome === 'goods' ? goods : one.outcome
      const isGoods = outcome === goods
      const made = await claimed(kind, outcome, { shipped: 4, qty })
      const price = made.lines[0]?.price_kop ?? 0
      const before = await debt()
      const granted = Math.min(one.granted, qty)
      expect((await decide(made.id, granted, {}, { refusal: 'Меньше' })).status).toBe(200)
      let accepted = granted
      if (kind === 'defect') {
        accepted = Math.min(one.settled, granted)
        await receive(made.id, granted)
        expect((await settle(made.id, accepted)).status).toBe(200)
      }
      const isShipped = isGoods && leaves && accepted > 0
      if (isShipped) {
        const { line } = await supplyOf(made.id)
        const reply = await ship(test_, shop.manager, [{ line_id: line.id, qty: accepted }])
        expect(reply.status, reply.text).toBe(201)
      }
      const credited = outcome === 'resupply' ? 0 : accepted * price
      const billed = outcome === 'exchange' && isShipped ? accepted * price : 0
      expect(await debt()).toBe(before - credited + billed)
      const reservedQty = isGoods && !isShipped ? accepted : 0
      expect(await stockOf(made.order.offerId)).toEqual({
        on_hand: 96 - (isShipped ? accepted : 0),
        reserved: reservedQty,
      })
      const held = await test_.database.db
        .selectFrom('claim_lines')
        .select('held_qty')
        .where('claim_id', '=', made.id)
        .executeTakeFirstOrThrow()
      expect(held.held_qty).toBe(accepted)
    }),
    { numRuns: 6 },
  )
})

interface Reply {
  code: string
  detail: string
  version: number
  errors?: { path: string }[]
}

async function claimed(kind: 'shortage' | 'defect', outcome: ClaimOutcome, { shipped = 5, qty = 2 } = {}) {
  const made = await buildShipped(test_, shop, [shipped])
  const { shipmentId, lineId } = made
  const reply = await claimOf(test_, shop, { shipmentId, lineId, qty, kind, outcome })
  if (reply.status !== 201) throw new Error(reply.text)
  const claim = await readClaim(test_, shop.handler, reply.json.id)
  return { ...made, id: claim.id, number: claim.number, claimLineId: claim.lines[0]?.id ?? 0 }
}

/** Records the manager's decision about the only line. */
const decide = async (id: number, qty: number, more: object = {}, line: object = {}) => {
  const { version, lines } = await readClaim(test_, shop.handler, id)
  return act(shop.handler, id, '/decision', {
    version,
    lines: [{ id: lines[0]?.id, qty, price_kop: null, refusal: qty === 0 ? 'Следы установки' : '', ...line }],
    text: '',
    hand_over_until: '2026-12-01',
    hand_over_to: 'Склад',
    ...more,
  })
}

const receive = async (id: number, qty: number) => {
  const { version, lines } = await readClaim(test_, shop.handler, id)
  return act(shop.handler, id, '/receipt', { version, lines: [{ id: lines[0]?.id, qty }] })
}

const settle = async (id: number, qty: number) => {
  const { version, lines } = await readClaim(test_, shop.handler, id)
  const line = { id: lines[0]?.id, qty, to_stock: false, refusal: qty === 0 ? 'Не брак' : '' }
  return act(shop.handler, id, '/settlement', { version, lines: [line], text: '' })
}

const stockOf = (offerId: number) =>
  test_.database.db
    .selectFrom('offers')
    .select(['on_hand', 'reserved'])
    .where('id', '=', offerId)
    .executeTakeFirstOrThrow()

const supplyOf = async (id: number) => {
  const [line] = (await readClaim(test_, shop.client, id)).lines
  const order = line?.supply?.order ?? expect.fail('nothing is supplied')
  const { json } = await send<Order>(test_, { url: `/api/v1/orders/${order.id}`, headers: shop.client })
  return { order: json, line: json.lines[0] ?? expect.fail('an empty order'), parts: line?.supply?.parts ?? [] }
}

const moving = (who: Who, orderId: number, move: object) =>
  send<Reply>(test_, {
    method: 'POST',
    url: `/api/v1/orders/${orderId}/transitions`,
    headers: { ...who, 'idempotency-key': crypto.randomUUID() },
    payload: { moves: [move] },
  })
