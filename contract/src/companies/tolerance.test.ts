import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { LineDifference } from '../core/errors.ts'
import { isDayWithin, isPriceWithin, NO_TOLERANCE, Tolerance, toleranceFor, toleranceText } from './tolerance.ts'

const tolerance = fc.record({
  rise_share: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 10_000 })),
  rise_kop: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 10_000_000 })),
  delay_days: fc.integer({ min: 0, max: 60 }),
})
const price = fc.integer({ min: 1, max: 1_000_000_000 })
const dayAfter = (days: number) => new Date(Date.UTC(2026, 10, 23) + days * 86_400_000).toISOString().slice(0, 10)
const SHOWN = dayAfter(0)

describe('tolerance rule', () => {
  test.each([
    [NO_TOLERANCE, 10_000, 10_001, false],
    [NO_TOLERANCE, 10_000, 10_000, true],
    [NO_TOLERANCE, 10_000, 9_000, true],
    [{ ...NO_TOLERANCE, rise_share: 200 }, 10_000, 10_200, true],
    [{ ...NO_TOLERANCE, rise_share: 200 }, 10_000, 10_201, false],
    [{ ...NO_TOLERANCE, rise_kop: 500 }, 1_000, 1_500, true],
    [{ ...NO_TOLERANCE, rise_kop: 500 }, 1_000, 1_501, false],
    [{ ...NO_TOLERANCE, rise_share: 200, rise_kop: 500 }, 100_000, 100_501, false],
    [{ ...NO_TOLERANCE, rise_share: 200, rise_kop: 500 }, 1_000, 1_021, false],
    [{ ...NO_TOLERANCE, rise_share: 200, rise_kop: 500 }, 25_000, 25_500, true],
    [{ ...NO_TOLERANCE, rise_share: 10_000 }, 0, 1, false],
  ])('%o: a change from %i to %i kopecks is accepted: %s', (limits, shown, now, isTaken) => {
    expect(isPriceWithin(limits, shown, now)).toBe(isTaken)
  })

  test('counts days across months and years', () => {
    const limits = { ...NO_TOLERANCE, delay_days: 2 }
    expect(isDayWithin(limits, '2026-12-30', '2027-01-01')).toBe(true)
    expect(isDayWithin(limits, '2026-12-30', '2027-01-02')).toBe(false)
    expect(isDayWithin(NO_TOLERANCE, '2026-12-30', '2026-12-01')).toBe(true)
  })

  test('accepts a price if and only if it has not risen or every set limit holds', () => {
    fc.assert(
      fc.property(tolerance, price, price, (limits, shown, now) => {
        const rise = BigInt(now) - BigInt(shown)
        const set = [
          ...(limits.rise_share > 0 ? [rise * 10_000n <= BigInt(shown) * BigInt(limits.rise_share)] : []),
          ...(limits.rise_kop > 0 ? [rise <= BigInt(limits.rise_kop)] : []),
        ]
        expect(isPriceWithin(limits, shown, now)).toBe(rise <= 0n || (set.length > 0 && set.every(Boolean)))
      }),
    )
  })
})

describe('suggested tolerance', () => {
  test('covers its differences and everything that the current tolerance covers', () => {
    fc.assert(
      fc.property(
        tolerance,
        fc.array(fc.tuple(price, price, fc.integer({ min: -5, max: 70 })), { minLength: 1, maxLength: 5 }),
        price,
        price,
        (has, lines, shown, now) => {
          const differences = lines.map(([old_price_kop, new_price_kop, days]) =>
            differ({ old_price_kop, new_price_kop, new_date: dayAfter(days) }),
          )
          const offered = toleranceFor(differences, has)
          if (!offered) return
          expect(Tolerance.safeParse(offered).success).toBe(true)
          for (const one of differences) {
            expect(isPriceWithin(offered, one.old_price_kop ?? 0, one.new_price_kop ?? 0)).toBe(true)
            expect(isDayWithin(offered, SHOWN, one.new_date ?? '')).toBe(true)
          }
          if (isPriceWithin(has, shown, now)) expect(isPriceWithin(offered, shown, now)).toBe(true)
        },
      ),
    )
  })

  test('is in whole per cent and days, next to the existing limits', () => {
    const late = differ({ kind: 'date', new_price_kop: 10_000, new_date: dayAfter(1) })
    expect(toleranceFor([differ({}), late], NO_TOLERANCE)).toEqual({
      rise_share: 200,
      rise_kop: 0,
      delay_days: 1,
    })
    expect(toleranceFor([differ({})], { ...NO_TOLERANCE, rise_kop: 100 })).toEqual({ ...NO_TOLERANCE, rise_kop: 200 })
  })

  test.each([
    ['goods that are gone', { kind: 'gone', new_price_kop: null, new_date: null }],
    ['goods that are short', { kind: 'stock' }],
    ['a hidden price', { old_price_kop: null, new_price_kop: null }],
    ['a price that has more than doubled', { new_price_kop: 20_001 }],
    ['a delay of more than may be set', { kind: 'date', new_date: dayAfter(61) }],
  ] as const)('is empty for %s', (_, fields) => {
    expect(toleranceFor([differ({}), differ(fields)], NO_TOLERANCE)).toBeNull()
  })

  test('is empty without differences', () => expect(toleranceFor([], NO_TOLERANCE)).toBeNull())
})

test('tolerance is described in words', () => {
  expect(toleranceText(NO_TOLERANCE)).toBeNull()
  expect(toleranceText({ rise_share: 200, rise_kop: 0, delay_days: 1 })).toBe('до 2\u00a0% и до 1\u00a0дня')
  expect(toleranceText({ rise_share: 200, rise_kop: 5_000, delay_days: 0 })).toBe(
    'до 2\u00a0%, не больше 50,00 ₽ за единицу',
  )
  expect(toleranceText({ rise_share: 0, rise_kop: 0, delay_days: 3 })).toBe('до 3\u00a0дней')
})

const differ = (fields: Partial<LineDifference>): LineDifference => ({
  cart_line_id: 1,
  kind: 'price',
  brand: 'MAHLE',
  article: 'OC 90',
  message: 'Цена выросла',
  old_price_kop: 10_000,
  new_price_kop: 10_150,
  old_date: SHOWN,
  new_date: SHOWN,
  asked_qty: 1,
  available_qty: 5,
  ...fields,
})
