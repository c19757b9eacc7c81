import { describe, expect, test } from 'vitest'
import type { ContractBalance } from '../../../companies/credit/index.ts'
import { evaluateRelease, type ContractFacts, type WaitingOrder } from './order-holds.ts'
const facts = (overrides: Partial<ContractFacts> = {}): ContractFacts => ({
  prepayment_percent: 100,
  limit_kop: 0,
  stopped_reason: null,
  standing: standing(),
  claimed_kop: 0,
  ...overrides,
})
const held = (id: number, kop: number) => unpaid(id, kop, { kind: 'credit', is_counted: true })
const goes = (given: ContractFacts, orders: WaitingOrder[]) =>
  evaluateRelease(given, orders).flatMap((one) => (one.goes ? [[one.id, one.goes]] : []))

describe('payment', () => {
  test('covers the order it names first, then the oldest', () => {
    const paid = facts({ standing: standing({ counted_kop: -50_000 }) })
    const orders = [unpaid(1, 100_000), unpaid(2, 100_000, { named_kop: 100_000 })]
    expect(evaluateRelease(paid, orders)).toMatchObject([
      { goes: null, need_kop: 100_000, paid_kop: 50_000 },
      { goes: 'paid', paid_kop: 100_000 },
    ])
  })

  test('counts as complete within one rouble', () => {
    const named = (kop: number) => [unpaid(1, 100_000, { named_kop: kop })]
    expect(goes(facts(), named(99_901))).toEqual([[1, 'paid']])
    expect(goes(facts(), named(99_900))).toEqual([])
  })

  test('is required only for the contract share, rounded up to the kopeck', () => {
    const share = facts({ prepayment_percent: 30, standing: standing({ counted_kop: -30_000 }) })
    expect(evaluateRelease(share, [unpaid(1, 100_001)])).toMatchObject([
      { goes: 'paid', need_kop: 30_001, paid_kop: 30_000 },
    ])
    expect(goes(share, [unpaid(1, 100_001, { pays_whole: true })])).toEqual([])
  })

  test('for released orders that have not shipped stays with them', () => {
    const spent = facts({ claimed_kop: 80_000, standing: standing({ counted_kop: -100_000 }) })
    expect(evaluateRelease(spent, [unpaid(1, 50_000)])).toMatchObject([{ goes: null, paid_kop: 20_000 }])
  })

  test('does not release an order of a stopped company', () => {
    const stopped = facts({ stopped_reason: 'Суд', standing: standing({ counted_kop: -100_000 }) })
    expect(goes(stopped, [unpaid(1, 50_000)])).toEqual([])
  })
})

describe('credit', () => {
  const deferred = (overrides: Partial<ContractBalance>, limit = 100_000, more: Partial<ContractFacts> = {}) =>
    facts({ prepayment_percent: 0, limit_kop: limit, standing: standing(overrides), ...more })

  test('goes to the oldest order, and no later order overtakes one over the limit', () => {
    const orders = [held(1, 60_000), held(2, 50_000), held(3, 10_000)]
    const weighed = evaluateRelease(deferred({ in_work_kop: 120_000 }), orders)
    expect(weighed.map((one) => one.goes)).toEqual(['credit', null, null])
    expect(weighed[1]).toMatchObject({ reason: 'Превышен лимит на 100,00 ₽', available_kop: 40_000 })
    expect(weighed[2]).toMatchObject({ reason: 'Ждёт более раннего заказа', available_kop: 0 })
  })

  test('counts orders in work and not the waiting order itself', () => {
    expect(goes(deferred({ in_work_kop: 100_000 }), [held(1, 60_000)])).toEqual([[1, 'credit']])
    expect(goes(deferred({ in_work_kop: 100_001 }), [held(1, 60_000)])).toEqual([])
  })

  test('is refused while something is overdue unless the contract is unblocked', () => {
    const overdue = { overdue_kop: 500, overdue_days: 2, counted_kop: 500, in_work_kop: 60_000 }
    expect(evaluateRelease(deferred(overdue), [held(1, 60_000)])).toMatchObject([
      { goes: null, reason: 'Просрочено 5,00 ₽, 2\u00a0дня', available_kop: 0 },
    ])
    const unblocked = deferred({ ...overdue, override_until: '2026-11-20' }, 0)
    expect(goes(unblocked, [held(1, 60_000), held(2, 1)])).toEqual([
      [1, 'unblocked'],
      [2, 'unblocked'],
    ])
  })

  test('is not extended by money assigned to another order', () => {
    const orders = [held(1, 60_000), unpaid(2, 100_000, { pays_whole: true, named_kop: 50_000 })]
    const paid = { counted_kop: 0, in_work_kop: 60_000 }
    expect(goes(deferred(paid, 50_000), orders)).toEqual([])
    expect(goes(deferred(paid, 60_000), orders)).toEqual([[1, 'credit']])
  })

  test('is not required for money assigned to the order itself', () => {
    const order = { ...held(1, 60_000), named_kop: 40_000 }
    expect(goes(deferred({ in_work_kop: 60_000 }, 20_000), [order])).toEqual([[1, 'credit']])
    expect(evaluateRelease(deferred({ in_work_kop: 60_000 }, 19_999), [order])).toMatchObject([
      { goes: null, reason: 'Превышен лимит на 0,01 ₽', available_kop: 59_999 },
    ])
  })

  test('releases an order that waited for a prepayment no longer required', () => {
    expect(goes(deferred({}), [unpaid(1, 60_000)])).toEqual([[1, 'credit']])
  })
})

const standing = (overrides: Partial<ContractBalance> = {}): ContractBalance => ({
  contract_id: 1,
  debt_kop: 0,
  disputed_kop: 0,
  counted_kop: 0,
  overdue_kop: 0,
  overdue_days: 0,
  in_work_kop: 0,
  override_until: null,
  ...overrides,
})

const unpaid = (id: number, kop: number, overrides: Partial<WaitingOrder> = {}): WaitingOrder => ({
  id,
  kind: 'payment',
  total_kop: kop,
  asks_kop: kop,
  named_kop: 0,
  pays_whole: false,
  is_counted: false,
  ...overrides,
})
