import type { AddressInfo } from 'node:net'
import type { Order } from '@artikul/contract/ordering/orders/orders'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { untilWaiting } from '../../../../testing/locks.ts'
import { historyOf } from '../../../../testing/line-history.ts'
import { releasing } from '../../../../testing/pricing.ts'
import { loginAs, send, useTestApp } from '../../../../testing/test-app.ts'
import { buildUser } from '../../../identity/users/users.factory.ts'
import { endReservations, releaseAll, releaseChanged } from './release.ts'
import { buildTrade, type Trade } from './order-holds.factory.ts'

const test_ = useTestApp()
const NOW = '2026-11-17T09:00:00Z'
beforeEach(() => test_.clock.set(NOW))

const release = () => releaseChanged(test_.appDatabase.forTenant('any'), releasing(test_))
const sweep = () => releaseAll(test_.appDatabase.forTenant('any'), releasing(test_))
const end = () => endReservations(test_.appDatabase.forTenant('any'), releasing(test_))
const statesOf = (order: Order) =>
  order.lines.map((line) => line.parts.map(({ state, qty }) => `${state} ${qty}`).join())
const lastOf = async (order: Order) => (await historyOf(test_, order.lines[0])).at(-1)
const PREPAID = { prepayment_percent: 100, limit_kop: 0, deferment_days: 0 }
const deferred = (limitKop: number) => ({ prepayment_percent: 0, limit_kop: limitKop })

describe('prepaid order', () => {
  test('shows its paid share and is released by the payment that completes it', async () => {
    const trade = await buildTrade(test_, PREPAID)
    const { id, invoiceId, own } = await unpaidOrder(trade)
    expect((await trade.read(id)).wait).toMatchObject({
      kind: 'payment',
      until: '2026-11-20T20:59:59.000Z',
      paid_percent: 0,
    })
    await trade.pay(88_000, invoiceId)
    await release()
    const part = await trade.read(id)
    expect(part).toMatchObject({ status: 'awaiting_payment', paid_percent: 73, left_kop: 32_000 })
    const { json: list } = await trade.call<{ results: Order[] }>(trade.client, 'GET', 'orders')
    expect(list.results[0]).toMatchObject({ id, paid_percent: 73, left_kop: 32_000 })
    const { number } = await trade.pay(32_000, invoiceId)
    await release()
    const order = await trade.read(id)
    expect(statesOf(order)).toEqual(['reserved 5', 'in_work 5'])
    expect(order).toMatchObject({ status: 'in_work', wait: null, paid_percent: null })
    expect(await lastOf(order)).toMatchObject({
      by: 'Портал',
      reason: `Поступила оплата: платёж № ${number} от 17.11.2026`,
    })
    expect(await trade.stock(own)).toMatchObject({ on_hand: 100, reserved: 5 })
    expect(await happeningsOf(id)).toEqual(['order.placed', 'order.paid'])
    await release()
    await sweep()
    expect(await historyOf(test_, (await trade.read(id)).lines[0])).toHaveLength(2)
  })

  test('is paid from an unassigned advance, oldest first, and the rest stays an advance', async () => {
    const trade = await buildTrade(test_, PREPAID)
    const [first, second] = [await unpaidOrder(trade), await unpaidOrder(trade)]
    await trade.pay(130_000)
    await release()
    expect((await trade.read(first.id)).status).toBe('in_work')
    expect(await trade.read(second.id)).toMatchObject({
      status: 'awaiting_payment',
      paid_percent: 8,
      left_kop: 110_000,
    })
    await trade.pay(120_000)
    await release()
    expect((await trade.read(second.id)).status).toBe('in_work')
    const third = await unpaidOrder(trade)
    expect(await trade.read(third.id)).toMatchObject({ paid_percent: 8, left_kop: 110_000 })
  })

  test('is not released by an undone payment, and once released does not ship without prepayment', async () => {
    const trade = await buildTrade(test_, PREPAID)
    const { id, invoiceId } = await unpaidOrder(trade)
    await trade.undo(await trade.pay(120_000, invoiceId))
    await release()
    expect(await trade.read(id)).toMatchObject({ status: 'awaiting_payment', paid_percent: 0 })
    const again = await trade.pay(120_000, invoiceId)
    await release()
    const order = await trade.read(id)
    expect(order.status).toBe('in_work')
    await trade.undo(again)
    const lines = [{ line_id: order.lines[0]?.id, qty: 5 }]
    const refused = await trade.call(trade.manager, 'POST', 'shipments', { lines })
    expect(refused).toMatchObject({ status: 409, json: { code: 'shipment.on_hold' } })
    expect(refused.json.detail).toContain('Не хватает предоплаты: 600,00 ₽')
    const ready = await trade.call<{ results: { contract_id: number; held: string | null }[] }>(
      trade.manager,
      'GET',
      'shipments/ready',
    )
    expect(ready.json.results.find((one) => one.contract_id === trade.contractId)?.held).toMatch(
      /^Не хватает предоплаты/,
    )
    await trade.pay(120_000, invoiceId)
    expect((await trade.call(trade.manager, 'POST', 'shipments', { lines })).status).toBe(201)
  })

  test('is released on credit when its contract no longer requires prepayment', async () => {
    const trade = await buildTrade(test_, PREPAID)
    const { id } = await unpaidOrder(trade)
    const contract = await test_.database.db
      .selectFrom('contracts')
      .select('version')
      .where('id', '=', trade.contractId)
      .executeTakeFirstOrThrow()
    const changes = { version: contract.version, prepayment_percent: 0, limit_kop: 1_000_000 }
    expect((await trade.call(trade.manager, 'PATCH', `contracts/${trade.contractId}`, changes)).status).toBe(200)
    await release()
    expect((await trade.read(id)).status).toBe('in_work')
  })

  test('with an open change approval is released otherwise, keeps its money and ships', async () => {
    const trade = await buildTrade(test_, PREPAID)
    const { id, invoiceId } = await unpaidOrder(trade)
    const [, partner] = (await trade.read(id)).lines
    const terms = { expected_date: '2026-12-01', reason: 'Машина в пути', answer_hours: 96, on_timeout: 'drop' }
    const proposed = await trade.call(trade.manager, 'POST', `order-lines/${partner?.id}/terms`, terms)
    expect(proposed.status, proposed.text).toBe(200)
    await trade.pay(120_000, invoiceId)
    await release()
    const order = await trade.read(id)
    expect(statesOf(order)).toEqual(['reserved 5', 'needs_confirm 5'])
    expect(order.wait).toBeNull()
    const next = await unpaidOrder(trade)
    await trade.pay(10_000)
    expect((await trade.read(next.id)).wait).toMatchObject({ paid_kop: 10_000 })
    const lines = [{ line_id: order.lines[0]?.id, qty: 5 }]
    const shipped = await trade.call(trade.manager, 'POST', 'shipments', { lines })
    expect(shipped.status, shipped.text).toBe(201)
  })

  test('is released or expires without the line that a manager holds', async () => {
    const trade = await buildTrade(test_, PREPAID)
    const [paid, unpaid] = [await unpaidOrder(trade), await unpaidOrder(trade)]
    for (const { id } of [paid, unpaid]) {
      const { lines } = await trade.read(id)
      const move = { line_id: lines[0]?.id, from: 'awaiting_payment', to: 'on_hold', qty: 5, reason: 'Уточняем адрес' }
      const moved = await trade.call(trade.manager, 'POST', `orders/${id}/transitions`, { moves: [move] })
      expect(moved.status, moved.text).toBe(200)
    }
    await trade.pay(120_000, paid.invoiceId)
    await release()
    expect(statesOf(await trade.read(paid.id))).toEqual(['on_hold 5', 'in_work 5'])
    test_.clock.set('2026-11-20T21:00:00Z')
    await end()
    const { client } = await trade.signInAgain()
    expect(statesOf(await trade.read(unpaid.id, client))).toEqual(['on_hold 5', 'removed 5'])
    expect((await trade.read(unpaid.id, client)).wait).toBeNull()
  })

  test('hides its sums from an employee without access to settlements', async () => {
    const { db } = test_.database
    const trade = await buildTrade(test_, PREPAID)
    const { id, invoiceId } = await unpaidOrder(trade)
    await trade.pay(60_000, invoiceId)
    const employee = await buildUser(db, { role: 'CONTRACTOR_USER', contractorIds: [trade.companyId] })
    await db
      .updateTable('user_contractors')
      .set({ sees_settlements: false })
      .where('user_id', '=', employee.id)
      .execute()
    const headers = await loginAs(test_, employee)
    const order = await trade.read(id, headers)
    expect(order).toMatchObject({ paid_percent: null, left_kop: null, wait: { kind: 'payment', paid_kop: null } })
  })
})

describe('order on hold', () => {
  test('is released when a payment restores the limit, oldest orders first', async () => {
    const trade = await buildTrade(test_, deferred(150_000))
    const goods = await trade.offer()
    const order = () => trade.order([{ offerId: goods, qty: 10 }])
    const [open, first, second] = [await order(), await order(), await order()]
    expect([open.status, first.status, second.status]).toEqual(['in_work', 'on_hold', 'on_hold'])
    const held = await trade.read(first.id)
    expect(held.wait).toMatchObject({
      kind: 'credit',
      until: '2026-11-18T09:00:00.000Z',
      reason: 'Превышен лимит на 900,00 ₽',
      available_kop: 30_000,
      can: { prepay: true, place_part: true, ask: true },
    })
    await trade.pay(90_000)
    await release()
    expect((await trade.read(first.id)).status).toBe('in_work')
    expect((await lastOf(await trade.read(first.id)))?.reason).toBe('Лимит позволяет, просрочки нет')
    expect((await trade.read(second.id)).status).toBe('on_hold')
    expect(await happeningsOf(first.id)).toEqual(['order.held', 'order.released'])
  })

  test('waits while the company is stopped and is released afterwards', async () => {
    const { db } = test_.database
    const trade = await buildTrade(test_, deferred(100_000))
    const goods = await trade.offer()
    const order = await trade.order([{ offerId: goods, qty: 10 }])
    await db.updateTable('contractors').set({ stopped_reason: 'Суд' }).where('id', '=', trade.companyId).execute()
    await db.updateTable('contracts').set({ limit_kop: 200_000 }).where('id', '=', trade.contractId).execute()
    await release()
    expect((await trade.read(order.id)).status).toBe('on_hold')
    await db.updateTable('contractors').set({ stopped_reason: null }).where('id', '=', trade.companyId).execute()
    await release()
    expect((await trade.read(order.id)).status).toBe('in_work')
  })

  test('by decision of a manager is neither released nor expired automatically', async () => {
    const trade = await buildTrade(test_, deferred(1_000_000))
    const order = await trade.order([{ offerId: await trade.offer(), qty: 1 }])
    const { lines } = await trade.read(order.id)
    const move = { line_id: lines[0]?.id, from: 'reserved', to: 'on_hold', qty: 1, reason: 'Уточняем адрес' }
    expect((await trade.call(trade.manager, 'POST', `orders/${order.id}/transitions`, { moves: [move] })).status).toBe(
      200,
    )
    test_.clock.set('2026-12-17T09:00:00Z')
    await sweep()
    await end()
    const { client } = await trade.signInAgain()
    expect(await trade.read(order.id, client)).toMatchObject({ status: 'on_hold', wait: null })
  })

  describe('client options', () => {
    async function heldOrder() {
      const trade = await buildTrade(test_, deferred(100_000))
      const [one, other] = [await trade.offer(), await trade.offer()]
      const order = await trade.order([
        { offerId: one, qty: 7 },
        { offerId: other, qty: 5 },
      ])
      return { trade, id: order.id, offers: [one, other] as const }
    }

    test('are refused without access and when it is not on hold', async () => {
      const { trade, id } = await heldOrder()
      const stranger = await buildTrade(test_, PREPAID)
      const ways = [
        ['prepay', undefined],
        ['place-part', { line_ids: [1] }],
        ['unblock-request', {}],
      ] as const
      for (const [way, body] of ways) {
        const url = `orders/${id}/${way}`
        expect((await trade.call({} as typeof trade.client, 'POST', url, body)).status, way).toBe(401)
        expect((await trade.call(trade.manager, 'POST', url, body)).status, way).toBe(403)
        expect((await trade.call(stranger.client, 'POST', url, body)).status, way).toBe(404)
        const unpaid = await unpaidOrder(stranger)
        const late = await stranger.call(stranger.client, 'POST', `orders/${unpaid.id}/${way}`, body)
        expect(late, way).toMatchObject({ status: 409, json: { code: 'order.not_on_hold' } })
      }
      expect((await trade.call(trade.client, 'POST', `orders/${id}/place-part`, { line_ids: [] })).status).toBe(400)
    })

    test('include its own invoice, and full payment releases it', async () => {
      const { trade, id } = await heldOrder()
      const { status, json } = await trade.call<{ invoice_id: number }>(trade.client, 'POST', `orders/${id}/prepay`)
      expect(status).toBe(200)
      const waiting = await trade.read(id)
      expect(waiting).toMatchObject({ status: 'awaiting_payment', hold_reason: '', left_kop: 144_000 })
      expect(waiting.wait).toMatchObject({ kind: 'payment', until: '2026-11-20T20:59:59.000Z' })
      await trade.pay(100_000, json.invoice_id)
      await release()
      expect(await trade.read(id)).toMatchObject({ status: 'awaiting_payment', paid_percent: 69, left_kop: 44_000 })
      await trade.pay(44_000, json.invoice_id)
      await release()
      expect((await trade.read(id)).status).toBe('in_work')
    })

    test('include placing a part within the limit, which frees the rest', async () => {
      const { trade, id, offers } = await heldOrder()
      const { lines } = await trade.read(id)
      const [seven, five] = lines.map((line) => line.id)
      const over = await trade.call(trade.client, 'POST', `orders/${id}/place-part`, { line_ids: [seven, five] })
      expect(over).toMatchObject({ status: 409, json: { code: 'order.over_credit' } })
      expect(over.json.detail).toMatch(/^Выбрано 1\s440,00 ₽, доступно 1\s000,00 ₽\./)
      const blind = await buildUser(test_.database.db, { role: 'CONTRACTOR_USER', contractorIds: [trade.companyId] })
      await test_.database.db
        .updateTable('user_contractors')
        .set({ sees_settlements: false })
        .where('user_id', '=', blind.id)
        .execute()
      const hidden = await trade.call(await loginAs(test_, blind), 'POST', `orders/${id}/place-part`, {
        line_ids: [seven, five],
      })
      expect(hidden).toMatchObject({ status: 409, json: { code: 'order.over_credit' } })
      expect(hidden.text).not.toMatch(/000,00/)
      const foreign = await trade.call(trade.client, 'POST', `orders/${id}/place-part`, { line_ids: [seven, 1] })
      expect(foreign).toMatchObject({ status: 409, json: { code: 'order.line_changed' } })
      expect((await trade.call(trade.client, 'POST', `orders/${id}/place-part`, { line_ids: [seven] })).status).toBe(
        200,
      )
      const order = await trade.read(id)
      expect(statesOf(order)).toEqual(['reserved 7', 'cancelled_client 5'])
      expect(order).toMatchObject({ status: 'in_work', total_kop: 84_000, wait: null })
      expect([(await trade.stock(offers[0])).reserved, (await trade.stock(offers[1])).reserved]).toEqual([7, 0])
    })

    test('include an creditHoldOverride request, one at a time', async () => {
      const { trade, id } = await heldOrder()
      const ask = () =>
        trade.call(trade.client, 'POST', `orders/${id}/unblock-request`, { message: 'Оплатим в пятницу' })
      expect((await ask()).status).toBe(200)
      expect(await ask()).toMatchObject({ status: 409, json: { code: 'order.override_requested' } })
      expect((await trade.read(id)).wait).toMatchObject({ request: { state: 'waiting' }, can: { ask: false } })
      expect(await happeningsOf(id)).toEqual(['order.held', 'order.override_requested'])
    })
  })
})

describe('prices of a released order', () => {
  /** Places an order under a credit hold with two own products and one of a partner. */
  const held = async (tolerance = { tolerance_hundredths: 0 }) => {
    const trade = await buildTrade(test_, deferred(100_000))
    const { db } = test_.database
    await db.updateTable('contractors').set(tolerance).where('id', '=', trade.companyId).execute()
    const [own, partner] = [await trade.offer(), await trade.offer('partner')]
    const { id } = await trade.order([
      { offerId: own, qty: 5 },
      { offerId: partner, qty: 5 },
    ])
    expect(statesOf(await trade.read(id))).toEqual(['on_hold 5', 'on_hold 5'])
    return { trade, id, own, partner }
  }
  const price = (offerId: number, purchaseKop: number) =>
    test_.database.db.updateTable('offers').set({ purchase_kop: purchaseKop }).where('id', '=', offerId).execute()
  const letGo = async ({ contractId }: Trade) => {
    const { db } = test_.database
    await db.updateTable('contracts').set({ limit_kop: 1_000_000 }).where('id', '=', contractId).execute()
    await release()
  }
  const pricesOf = (order: Order) => order.lines.map((line) => line.price_kop)

  test('fall at once, and a rise above the tolerance waits for client approval', async () => {
    const { trade, id, own, partner } = await held()
    await price(own, 9000)
    await price(partner, 11_000)
    await letGo(trade)
    const order = await trade.read(id)
    expect(statesOf(order)).toEqual(['reserved 5', 'needs_confirm 5'])
    expect(pricesOf(order)).toEqual([10_800, 12_000])
    expect(order.total_kop).toBe(114_000)
    expect((await lastOf(order))?.reason).toContain('цена ниже')
    const [approval] = order.decisions
    expect(approval).toMatchObject({
      state: 'open',
      on_timeout: 'drop',
      before: { price_kop: 12_000 },
      after: { price_kop: 13_200, qty: 5 },
    })
    expect(await happeningsOf(id)).toContain('order.asked')
    const agreed = await trade.call(trade.client, 'POST', `change-approvals/${approval?.id}/answer`, {
      answer: 'agree',
    })
    expect(agreed.status, agreed.text).toBe(200)
    expect(statesOf(await trade.read(id))).toEqual(['reserved 5', 'on_hold 5'])
    // The price rises once more; the explicitly approved price still applies.
    await price(partner, 12_000)
    await sweep()
    const released = await trade.read(id)
    expect(statesOf(released)).toEqual(['reserved 5', 'in_work 5'])
    expect(pricesOf(released)).toEqual([10_800, 13_200])
    expect(await trade.stock(own)).toMatchObject({ reserved: 5 })
  })

  test('rise within the tolerance without approval', async () => {
    const { trade, id, partner } = await held({ tolerance_hundredths: 1000 })
    await price(partner, 11_000)
    await letGo(trade)
    const order = await trade.read(id)
    expect(statesOf(order)).toEqual(['reserved 5', 'in_work 5'])
    expect(pricesOf(order)).toEqual([12_000, 13_200])
    expect(order.decisions).toEqual([])
  })

  test('that the client declines remove only their line', async () => {
    const { trade, id, partner } = await held()
    await price(partner, 11_000)
    await letGo(trade)
    const [approval] = (await trade.read(id)).decisions
    await trade.call(trade.client, 'POST', `change-approvals/${approval?.id}/answer`, { answer: 'decline' })
    await sweep()
    expect(statesOf(await trade.read(id))).toEqual(['reserved 5', 'cancelled_client 5'])
  })

  test('that were promised stay, and dates are recalculated without approval', async () => {
    const { trade, id, partner } = await held()
    const { db } = test_.database
    await db.updateTable('order_lines').set({ is_promised: true }).where('order_id', '=', id).execute()
    await price(partner, 11_000)
    await letGo(trade)
    expect(pricesOf(await trade.read(id))).toEqual([12_000, 12_000])
    const later = await held()
    const before = (await later.trade.read(later.id)).lines.map((line) => line.expected_date)
    test_.clock.set('2026-11-18T08:00:00Z')
    await later.trade.signInAgain()
    await letGo(later.trade)
    const order = await later.trade.read(later.id)
    expect(statesOf(order)).toEqual(['reserved 5', 'in_work 5'])
    expect(order.lines.map((line) => line.expected_date > (before[0] ?? ''))).toEqual([true, true])
    expect(order.decisions).toEqual([])
  })

  test('are submitted for approval once by two servers', async () => {
    const { trade, id, partner } = await held()
    await price(partner, 11_000)
    const { db } = test_.database
    await db.updateTable('contracts').set({ limit_kop: 1_000_000 }).where('id', '=', trade.contractId).execute()
    await Promise.all([sweep(), sweep()])
    expect((await trade.read(id)).decisions).toHaveLength(1)
  })
})

describe('reservation', () => {
  test('is announced a day before its end, and the end frees the stock once with a reason', async () => {
    const trade = await buildTrade(test_, PREPAID)
    const { id, own } = await unpaidOrder(trade)
    test_.clock.set('2026-11-19T20:30:00Z')
    await end()
    expect(await happeningsOf(id)).toEqual(['order.placed'])
    test_.clock.set('2026-11-19T21:30:00Z')
    await end()
    await end()
    expect(await happeningsOf(id)).toEqual(['order.placed', 'order.expiring'])
    test_.clock.set('2026-11-20T21:00:00Z')
    await Promise.all([end(), end(), end()])
    await end()
    const { client } = await trade.signInAgain()
    const order = await trade.read(id, client)
    expect(order).toMatchObject({ status: 'cancelled', wait: null, total_kop: 0 })
    expect(statesOf(order)).toEqual(['removed 5', 'removed 5'])
    expect(await lastOf(order)).toMatchObject({ by: 'Портал', reason: 'Срок оплаты истёк 20.11.2026' })
    expect(await historyOf(test_, order.lines[0])).toHaveLength(2)
    expect(await trade.stock(own)).toMatchObject({ on_hand: 100, reserved: 0 })
    expect(await happeningsOf(id)).toEqual(['order.placed', 'order.expiring', 'order.expired'])
  })

  test('does not end for a paid order that no sweep has released yet', async () => {
    const trade = await buildTrade(test_, PREPAID)
    const { id, invoiceId } = await unpaidOrder(trade)
    await trade.pay(120_000, invoiceId)
    test_.clock.set('2026-11-21T09:00:00Z')
    await end()
    const { client } = await trade.signInAgain()
    expect((await trade.read(id, client)).status).toBe('in_work')
  })

  test('of a held order ends after a day and frees the limit for the next order', async () => {
    const trade = await buildTrade(test_, deferred(100_000))
    const goods = await trade.offer()
    const first = await trade.order([{ offerId: goods, qty: 20 }])
    test_.clock.set('2026-11-17T12:00:00Z')
    await trade.signInAgain()
    const second = await trade.order([{ offerId: goods, qty: 5 }])
    expect([first.status, second.status]).toEqual(['on_hold', 'on_hold'])
    test_.clock.set('2026-11-18T09:00:01Z')
    await end()
    await release()
    const { client } = await trade.signInAgain()
    expect((await trade.read(first.id, client)).status).toBe('cancelled')
    expect((await trade.read(second.id, client)).status).toBe('in_work')
    expect(await trade.stock(goods)).toMatchObject({ reserved: 5 })
  })

  test('renewed after a change approval gets a new deadline', async () => {
    const trade = await buildTrade(test_, PREPAID)
    const { id } = await unpaidOrder(trade)
    const { lines } = await trade.read(id)
    const terms = { expected_date: '2026-12-01', reason: 'Машина в пути', answer_hours: 96, on_timeout: 'drop' }
    const proposed = await trade.call(trade.manager, 'POST', `order-lines/${lines[0]?.id}/terms`, terms)
    expect(proposed.status, proposed.text).toBe(200)
    test_.clock.set('2026-11-20T21:00:00Z')
    await end()
    const { client } = await trade.signInAgain()
    const ended = await trade.read(id, client)
    expect(statesOf(ended)).toEqual(['needs_confirm 5', 'removed 5'])
    const answer = await trade.call(client, 'POST', `change-approvals/${ended.decisions[0]?.id}/answer`, {
      answer: 'agree',
    })
    expect(answer.status, answer.text).toBe(200)
    await end()
    const order = await trade.read(id, client)
    expect(statesOf(order)).toEqual(['awaiting_payment 5', 'removed 5'])
    expect(order.wait?.until).toBe('2026-11-25T20:59:59.000Z')
  })
})

describe('concurrency', () => {
  test('two servers release a paid order once', async () => {
    const trade = await buildTrade(test_, PREPAID)
    const { id, invoiceId, own } = await unpaidOrder(trade)
    const nodes = [await test_.startNode(), await test_.startNode()]
    for (const node of nodes) await node.listen({ port: 0, host: '127.0.0.1' })
    expect(nodes.map((node) => (node.server.address() as AddressInfo).port)).toHaveLength(2)
    await trade.pay(120_000, invoiceId)
    await expect.poll(async () => (await trade.read(id)).status).toBe('in_work')
    await Promise.all([sweep(), sweep(), release()])
    for (const line of (await trade.read(id)).lines) expect(await historyOf(test_, line)).toHaveLength(2)
    expect(await happeningsOf(id)).toEqual(['order.placed', 'order.paid'])
    expect(await trade.stock(own)).toMatchObject({ reserved: 5 })
  })

  test('client cancellation and the end of a reservation free the stock once', async () => {
    const trade = await buildTrade(test_, PREPAID)
    const { id, own } = await unpaidOrder(trade)
    const { lines } = await trade.read(id)
    test_.clock.set('2026-11-20T21:00:00Z')
    const { client } = await trade.signInAgain()
    const moves = [{ line_id: lines[0]?.id, from: 'awaiting_payment', to: 'cancelled_client', qty: 5 }]
    await test_.database.db.transaction().execute(async (tx) => {
      await sql`select from orders where id = ${id} for update`.execute(tx)
      void trade.call(client, 'POST', `orders/${id}/transitions`, { moves })
      void end()
      await untilWaiting(test_.database.db, 2)
    })
    await expect.poll(async () => (await trade.stock(own)).reserved).toBe(0)
    await expect.poll(async () => (await trade.read(id, client)).status).toBe('cancelled')
    expect((await trade.stock(own)).on_hand).toBe(100)
    expect(await historyOf(test_, (await trade.read(id, client)).lines[0])).toHaveLength(2)
  })

  test(
    'random payments, undos, cancellations and time keep stock equal to reserved line parts',
    { timeout: 120_000 },
    async () => {
      const trade = await buildTrade(test_, PREPAID)
      const goods = await Promise.all(Array.from({ length: 4 }, () => trade.offer('own', 1000)))
      let seed = 20_261_117
      const random = (below: number) => {
        seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
        return Math.floor((seed / 2_147_483_648) * below)
      }
      const orders: { id: number; invoice_id: number | null }[] = []
      const payments: { id: number; version: number }[] = []
      let { client } = trade
      let moment = Date.parse(NOW)
      const acts = [
        async () => {
          const own = goods.filter(() => random(2) === 0)
          const chosen = own.length > 0 ? own : goods.slice(0, 1)
          orders.push(await trade.order(chosen.map((offerId) => ({ offerId, qty: 1 + random(5) }))))
        },
        async () => {
          const order = orders[random(orders.length)]
          if (order) payments.push(await trade.pay(6000 + random(60_000)).catch(() => ({ id: 0, version: 0 })))
        },
        async () => {
          const [payment] = payments.splice(random(payments.length), 1)
          if (payment && payment.id > 0) await trade.undo(payment)
        },
        async () => {
          const order = orders[random(orders.length)]
          const line = order && (await trade.read(order.id, client)).lines[0]
          const from = line?.parts[0]?.state
          const move = { line_id: line?.id, from, to: 'cancelled_client', qty: 1 }
          if (from === 'awaiting_payment' || from === 'reserved')
            await trade.call(client, 'POST', `orders/${order?.id}/transitions`, { moves: [move] })
        },
        async () => {
          moment += random(30) * 3_600_000
          test_.clock.set(new Date(moment).toISOString())
          ;({ client } = await trade.signInAgain())
        },
      ]
      for (let round = 0; round < 40; round += 1) {
        const chosen = [acts[random(acts.length)], acts[random(acts.length)]]
        for (const act of chosen) await act?.()
        await Promise.all([release(), sweep(), end(), end()])
        const { rows } = await sql<{ id: number; reserved: number; held: number; on_hand: number }>`
        select offers.id, offers.reserved, offers.on_hand, coalesce((
          select sum(part.qty) from order_lines line join order_line_allocations part on part.line_id = line.id
          where line.product_id = offers.product_id and line.warehouse_id = offers.warehouse_id
            and part.state in ('awaiting_payment', 'on_hold', 'needs_confirm', 'reserved')), 0) as held
        from offers where id = any(${goods}::integer[])`.execute(test_.database.db)
        for (const row of rows) expect(row, `round ${round}`).toMatchObject({ reserved: row.held, on_hand: 1000 })
      }
      const { rows: ends } = await sql<{ state: string }>`
      select distinct part.state from order_line_allocations part where contractor_id = ${trade.companyId}`.execute(
        test_.database.db,
      )
      expect(ends.map((row) => row.state).sort()).toEqual(
        expect.arrayContaining(['cancelled_client', 'removed', 'reserved']),
      )
    },
  )
})

test('waiting order of another company is not found', async () => {
  const trade = await buildTrade(test_, PREPAID)
  const { id } = await unpaidOrder(trade)
  const stranger = await buildTrade(test_, PREPAID)
  const reply = await send(test_, { url: `/api/v1/orders/${id}`, headers: stranger.client })
  expect(reply.status).toBe(404)
})

const happeningsOf = async (id: number) => {
  const rows = await test_.database.db
    .selectFrom('events')
    .select('kind')
    .where('about', '=', 'order')
    .where('about_id', '=', id)
    .orderBy('id')
    .execute()
  return rows.map((row) => row.kind)
}

async function unpaidOrder(trade: Trade) {
  const own = await trade.offer()
  const partner = await trade.offer('partner')
  const { id, invoice_id: invoiceId } = await trade.order([
    { offerId: own, qty: 5 },
    { offerId: partner, qty: 5 },
  ])
  return { id, invoiceId, own }
}
