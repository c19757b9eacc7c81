import type { ClaimKind } from '@artikul/contract/fulfilment/claim-states'
import { describe, expect, test } from 'vitest'
import { allKinds, eligibilityOf, type LineFacts } from './eligibility.ts'
const daysOff = new Set(['2026-11-14', '2026-11-15'])
const at = (kind: ClaimKind, today: string, line: Partial<LineFacts> = {}) =>
  eligibilityOf(kind, { ...LINE, ...line }, { today, daysOff })

test.each([
  ['unfit', '2026-11-24'],
  ['wrong', '2026-11-17'],
  ['shortage', '2026-11-13'],
  ['surplus', '2026-11-13'],
  ['damage', '2026-11-13'],
  ['defect', '2026-11-24'],
  ['warranty', '2027-05-09'],
  ['price', '2026-11-17'],
] as const)('claim of kind %s can be made until %s inclusive', (kind, until) => {
  expect(at(kind, until)).toMatchObject({ until, reason: null })
  const next = new Date(Date.parse(until) + 86_400_000).toISOString().slice(0, 10)
  expect(at(kind, next).reason).toBe(`Срок прошёл ${until.split('-').reverse().join('.')}`)
})

test('claim period starts on the shipment date when receipt is not confirmed', () => {
  expect(at('shortage', '2026-11-10', { received_on: null }).until).toBe('2026-11-12')
  expect(at('unfit', '2026-11-10', { received_on: null, return_days: 7 }).until).toBe('2026-11-16')
})

describe('claimable quantity', () => {
  test('excludes pieces in other claims, fractions included', () => {
    expect(at('defect', '2026-11-11', { qty: 2.5, held_qty: 1.2 })).toMatchObject({ qty: 1.3, reason: null })
    expect(at('defect', '2026-11-11', { held_qty: 4 })).toMatchObject({
      qty: 0,
      reason: 'Всё количество уже в обращениях',
    })
  })

  test('of a surplus is unlimited, and of a price claim is the whole line', () => {
    expect(at('surplus', '2026-11-11', { held_qty: 4 })).toMatchObject({ qty: null, reason: null })
    expect(at('price', '2026-11-11', { held_qty: 4 })).toMatchObject({ qty: 4, reason: null })
    expect(at('price', '2026-11-11', { has_open_price: true }).reason).toBe('О цене этой строки уже есть обращение')
  })
})

test('non-returnable goods can still be claimed as defective', () => {
  for (const line of [{ no_return: true }, { return_days: 0 }]) {
    const refused = { until: null, reason: 'Возврату не подлежит: это было условием заказа' }
    expect(at('unfit', '2026-11-11', line)).toMatchObject(refused)
    expect(at('defect', '2026-11-11', line).reason).toBeNull()
  }
})

test('share is withheld only for unfit goods that were ordered from a supplier', () => {
  const withheld = (line: Partial<LineFacts>) =>
    allKinds({ ...LINE, ...line }, { today: '2026-11-10', daysOff })
      .filter((kind) => kind.withheld_percent > 0)
      .map((kind) => [kind.kind, kind.withheld_percent])
  expect(withheld({ is_own_stock: false })).toEqual([['unfit', 15]])
  expect(withheld({})).toEqual([])
})

test('cancelled shipment allows no claims', () => {
  const kinds = allKinds({ ...LINE, is_cancelled: true }, { today: '2026-11-10', daysOff })
  expect(new Set(kinds.map(({ reason }) => reason))).toEqual(new Set(['Отгрузка отменена']))
})

/** Shipped on Monday the 9th, received on Tuesday the 10th; the weekend is 14 and 15. */
const LINE: LineFacts = {
  shipped_on: '2026-11-09',
  received_on: '2026-11-10',
  is_cancelled: false,
  qty: 4,
  held_qty: 0,
  has_open_price: false,
  no_return: false,
  return_days: 14,
  is_own_stock: true,
  is_resupply: false,
}
