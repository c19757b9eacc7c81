import type { BlockedContract } from '@artikul/contract/billing/credit-holds'
import { beforeEach, describe, expect, test } from 'vitest'
import { historyOf } from '../../../testing/line-history.ts'
import { releasing } from '../../../testing/pricing.ts'
import { loginAs, send, useTestApp } from '../../../testing/test-app.ts'
import { endReservations, releaseAll, releaseChanged } from '../../ordering/orders/holds/release.ts'
import { buildTrade, type Headers, type Trade } from '../../ordering/orders/holds/order-holds.factory.ts'
import { buildUser } from '../../identity/users/users.factory.ts'

const test_ = useTestApp()
beforeEach(() => test_.clock.set('2026-11-17T09:00:00Z'))

const release = () => releaseChanged(test_.appDatabase.forTenant('any'), releasing(test_))
const DEFERRED = { prepayment_percent: 0, limit_kop: 100_000 }
async function listed(trade: Trade, query = '', who: Headers = trade.manager) {
  const { status, json, text } = await trade.call<Listed>(who, 'GET', `credit-holds?page_size=150${query}`)
  expect(status, text).toBe(200)
  return { all: json, own: json.results.find((one) => one.contract_id === trade.contractId) }
}
const lift = (trade: Trade, id: number, who: Headers = trade.manager) =>
  trade.call(who, 'POST', `credit-hold-overrides/${id}/lift`)

describe('contract creditHoldOverride', () => {
  test('is refused to clients and to staff without the right', async () => {
    const { trade, held } = await heldTrade()
    const plain = await loginAs(
      test_,
      await buildUser(test_.database.db, { role: 'ARTIKUL_WARRANTY_MANAGER', rights: [] }),
    )
    const accountant = await loginAs(
      test_,
      await buildUser(test_.database.db, { role: 'ARTIKUL_WARRANTY_MANAGER', rights: ['accountant'] }),
    )
    expect((await send(test_, { url: '/api/v1/credit-holds' })).status).toBe(401)
    for (const who of [trade.client, plain]) {
      expect((await trade.call(who, 'GET', 'credit-holds')).status).toBe(403)
      expect((await unblock(trade, {}, who)).status).toBe(403)
      expect((await lift(trade, 1, who)).status).toBe(403)
      expect((await trade.call(who, 'POST', 'credit-hold-override-requests/1/decline', { reason: 'Нет' })).status).toBe(
        403,
      )
    }
    expect((await listed(trade, '', accountant)).own?.held_count).toBe(1)
    expect((await unblock(trade, {}, accountant)).status).toBe(201)
    expect((await trade.read(held.id)).status).toBe('on_hold')
  })

  test('is rejected for bad dates, an empty reason and unknown ids', async () => {
    const { trade } = await heldTrade()
    const refused: [object, string][] = [
      [{ until: '2026-11-16' }, 'until'],
      [{ until: '2026-12-01' }, 'until'],
      [{ reason: ' ' }, 'reason'],
    ]
    for (const [given, path] of refused)
      expect(await unblock(trade, given)).toMatchObject({ status: 400, json: { errors: [{ path }] } })
    expect((await unblock({ ...trade, contractId: 2_147_483_000 })).status).toBe(404)
    expect((await lift(trade, 2_147_483_000)).status).toBe(404)
    const decline = { reason: 'Нет' }
    expect(
      (await trade.call(trade.manager, 'POST', 'credit-hold-override-requests/2147483000/decline', decline)).status,
    ).toBe(404)
    expect((await unblock(trade, { until: '2026-11-30' })).status).toBe(201)
  })
})

describe('blocked contract list', () => {
  test('has contracts over limit, overdue, stopped and expired, each with its reason', async () => {
    const { db } = test_.database
    const { trade } = await heldTrade()
    expect((await listed(trade)).own).toMatchObject({
      blocks: [{ code: 'credit_limit', text: 'Превышен лимит на 200,00 ₽', since: '2026-11-17' }],
      held_count: 1,
      held_kop: 120_000,
      available_kop: 100_000,
      can_override: true,
    })
    await owe(trade, 50_000)
    await db.updateTable('contractors').set({ stopped_reason: 'Суд' }).where('id', '=', trade.companyId).execute()
    await db.updateTable('contracts').set({ valid_to: '2026-11-10' }).where('id', '=', trade.contractId).execute()
    const { own } = await listed(trade)
    expect(own).toMatchObject({
      overdue_kop: 50_000,
      blocks: [
        { code: 'overdue', text: 'Просрочено 500,00 ₽, 21\u00a0день', since: '2026-10-28' },
        { code: 'stop_list', text: 'Суд' },
        { code: 'contract_expired', since: '2026-11-11' },
      ],
    })
    for (const code of ['overdue', 'stop_list', 'contract_expired'])
      expect((await listed(trade, `&code=${code}`)).own, code).toBeDefined()
    expect((await listed(trade, '&code=credit_limit')).own).toBeUndefined()
    const free = await buildTrade(test_, DEFERRED)
    expect((await listed(free)).own).toBeUndefined()
    expect((await listed(trade, `&q=${encodeURIComponent('нет такого')}`)).all.pagination.total_count).toBe(0)
  })
})

describe('creditHoldOverride', () => {
  test('releases held orders, allows new orders and shipments, and expires by itself', async () => {
    const { trade, goods, held } = await heldTrade()
    await owe(trade, 50_000)
    await release()
    expect((await trade.read(held.id)).wait?.reason).toMatch(/^Просрочено 500,00 ₽/)
    expect((await unblock(trade)).status).toBe(201)
    await release()
    const order = await trade.read(held.id)
    expect(order.status).toBe('in_work')
    expect((await historyOf(test_, order.lines[0])).at(-1)?.reason).toBe('Разблокировано до 19.11.2026')
    const next = await trade.order([{ offerId: goods, qty: 1 }])
    expect(next.status).toBe('in_work')
    const lines = [{ line_id: order.lines[0]?.id, qty: 10 }]
    expect((await trade.call(trade.manager, 'POST', 'shipments', { lines })).status).toBe(201)
    test_.clock.set('2026-11-19T20:59:00Z')
    await trade.signInAgain()
    expect((await trade.order([{ offerId: goods, qty: 1 }])).status).toBe('in_work')
    test_.clock.set('2026-11-19T21:00:00Z')
    expect((await trade.order([{ offerId: goods, qty: 1 }])).status).toBe('on_hold')
    const { manager } = await trade.signInAgain()
    const [line] = (await trade.read(next.id, manager)).lines
    const refused = await trade.call(manager, 'POST', 'shipments', { lines: [{ line_id: line?.id, qty: 1 }] })
    expect(refused).toMatchObject({ status: 409, json: { code: 'shipment.on_hold' } })
    expect((await listed(trade, '', manager)).own).toMatchObject({ creditHoldOverride: null, can_override: true })
  })

  test('can be ended early, only once, and released orders stay released', async () => {
    const { trade, goods, held } = await heldTrade()
    const { json: first } = await unblock(trade)
    const { json: second } = await unblock(trade, { until: '2026-11-20' })
    expect(await lift(trade, first.id)).toMatchObject({
      status: 409,
      json: { code: 'credit_hold_override.invalid_state' },
    })
    await release()
    expect((await listed(trade)).own).toMatchObject({ creditHoldOverride: { id: second.id, until: '2026-11-20' } })
    expect((await lift(trade, second.id)).status).toBe(200)
    expect((await lift(trade, second.id)).status).toBe(409)
    expect((await trade.read(held.id)).status).toBe('in_work')
    expect((await trade.order([{ offerId: goods, qty: 1 }])).status).toBe('on_hold')
  })

  test('closes the creditHoldOverride request of a client, and a declined request shows its reason', async () => {
    const { trade, held } = await heldTrade()
    const ask = (message: string) => trade.call(trade.client, 'POST', `orders/${held.id}/unblock-request`, { message })
    await ask('Оплатим 20.11')
    const { all, own } = await listed(trade, '&asked=true')
    expect(all.asked_count).toBe(1)
    expect(own?.requests).toMatchObject([{ order_id: held.id, order_kop: 120_000, message: 'Оплатим 20.11' }])
    const url = `credit-hold-override-requests/${own?.requests[0]?.id}/decline`
    expect((await trade.call(trade.manager, 'POST', url, { reason: 'Сначала старый долг' })).status).toBe(200)
    expect((await trade.call(trade.manager, 'POST', url, { reason: 'Ещё раз' })).status).toBe(404)
    expect((await trade.read(held.id)).wait).toMatchObject({
      request: { state: 'declined', decline_reason: 'Сначала старый долг' },
      can: { ask: true },
    })
    expect((await ask('И всё же')).status).toBe(200)
    expect((await unblock(trade)).status).toBe(201)
    expect((await listed(trade)).all.asked_count).toBe(0)
    await releaseAll(test_.appDatabase.forTenant('any'), releasing(test_))
    expect((await trade.read(held.id)).status).toBe('in_work')
  })

  test('request is closed when its order expires', async () => {
    const { trade, held } = await heldTrade()
    await trade.call(trade.client, 'POST', `orders/${held.id}/unblock-request`, {})
    test_.clock.set('2026-11-18T09:00:01Z')
    await endReservations(test_.appDatabase.forTenant('any'), releasing(test_))
    const { manager, client } = await trade.signInAgain()
    expect((await trade.read(held.id, client)).status).toBe('cancelled')
    expect((await listed(trade, '', manager)).all.asked_count).toBe(0)
  })
})

interface Listed {
  results: BlockedContract[]
  pagination: { total_count: number }
  asked_count: number
}

const unblock = (trade: Trade, overrides: object = {}, who: Headers = trade.manager) =>
  trade.call<{ id: number; code: string; errors: { path: string }[] }>(
    who,
    'POST',
    `contracts/${trade.contractId}/credit-hold-overrides`,
    { until: '2026-11-19', reason: 'Гарантийное письмо', ...overrides },
  )

/** Creates a company that orders over its limit. */
async function heldTrade() {
  const trade = await buildTrade(test_, DEFERRED)
  const goods = await trade.offer()
  const held = await trade.order([{ offerId: goods, qty: 10 }])
  return { trade, goods, held }
}

/** Creates a shipment that became due long ago, bypassing the rules. */
const owe = async (trade: Trade, kop: number) => {
  const { db } = test_.database
  const { seller_id } = await db
    .selectFrom('contracts')
    .select('seller_id')
    .where('id', '=', trade.contractId)
    .executeTakeFirstOrThrow()
  await db
    .insertInto('shipments')
    .values({
      number: `О-${trade.contractId}`,
      seller_id,
      contract_id: trade.contractId,
      contractor_id: trade.companyId,
      consignee_id: trade.consigneeId,
      shipped_on: '2026-10-01',
      due_on: '2026-10-27',
      accept_until: '2026-10-04',
      total_kop: kop,
      vat_kop: 0,
      actor_id: trade.staff.id,
      subject_id: trade.staff.id,
    })
    .execute()
}
