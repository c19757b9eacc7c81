import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { amountInWords } from './amount-in-words.ts'
import { formatMoney, formatPercent, formatQty, lineSumKop, markUp, toThousandths } from './money.ts'
import { counted } from './plural.ts'
import { spreadKop, vatIncludedKop, vatOnTopKop } from './vat.ts'

const safeSum = fc.integer({ min: 0, max: 10 ** 15 })

describe('money', () => {
  test('rejects amounts that are not whole kopecks', () => {
    expect(() => formatMoney(0.5)).toThrow(RangeError)
    expect(() => lineSumKop(2 ** 53, 1000)).toThrow(RangeError)
    expect(() => toThousandths(1.0005)).toThrow(RangeError)
    expect(() => amountInWords(-1)).toThrow(RangeError)
  })

  test('rounds half up, and away from zero in a correction', () => {
    expect(lineSumKop(1, 500)).toBe(1)
    expect(lineSumKop(-1, 500)).toBe(-1)
    expect(lineSumKop(333, 1500)).toBe(500)
    expect(markUp(123_456, 1850)).toBe(146_295)
    expect(markUp(146_295, -300)).toBe(141_906)
  })

  test('stays exact beyond safe integers', () => {
    expect(lineSumKop(9_007_199_254_740_991, 1000)).toBe(9_007_199_254_740_991)
    fc.assert(
      fc.property(safeSum, fc.integer({ min: 1, max: 9000 }), (price, qty) => {
        expect(lineSumKop(price, qty)).toBe(Number((BigInt(price) * BigInt(qty) * 2n + 1000n) / 2000n))
      }),
    )
  })

  test('is formatted with non-breaking spaces and two decimals', () => {
    expect(formatMoney(123_456)).toBe('1\u00a0234,56')
    expect(formatMoney(-5)).toBe('-0,05')
    expect(formatMoney(100_000_000_00)).toBe('100\u00a0000\u00a0000,00')
    expect(formatQty(1234.5)).toBe('1\u00a0234,5')
    expect(formatQty(0)).toBe('0')
    expect(formatPercent(1850)).toBe('18,5\u00a0%')
    expect(formatPercent(-305)).toBe('-3,05\u00a0%')
    expect(formatPercent(1_000_000)).toBe('10\u00a0000\u00a0%')
    expect(counted(21, 'позиция', 'позиции', 'позиций')).toBe('21\u00a0позиция')
    expect(counted(1.5, 'позиция', 'позиции', 'позиций')).toBe('1,5\u00a0позиции')
  })
})

describe('VAT', () => {
  test('is calculated per line: ten lines of ten kopecks give twenty, not eighteen', () => {
    expect(vatIncludedKop(10, '22') * 10).toBe(20)
    expect(vatIncludedKop(100, '22')).toBe(18)
  })

  test('is zero without a rate', () => {
    expect(vatIncludedKop(10_000, 'none')).toBe(0)
    expect(vatOnTopKop(10_000, '0')).toBe(0)
  })
})

describe('discount spread over lines', () => {
  test('rejects weights that are all zero or negative', () => {
    expect(() => spreadKop(100, [0, 0])).toThrow(RangeError)
    expect(() => spreadKop(100, [2, -1])).toThrow(RangeError)
  })

  test('gives the remaining kopecks to the largest remainders', () => {
    expect(spreadKop(1000, [33_333, 12_999, 4590])).toEqual([655, 255, 90])
    expect(spreadKop(10_000, [1, 1, 1])).toEqual([3334, 3333, 3333])
    expect(spreadKop(-10_000, [1, 1, 0])).toEqual([-5000, -5000, 0])
  })

  test('adds up to the total', () => {
    fc.assert(
      fc.property(safeSum, fc.array(fc.integer({ min: 1, max: 10 ** 12 }), { minLength: 1 }), (total, weights) => {
        expect(spreadKop(total, weights).reduce((sum, share) => sum + share, 0)).toBe(total)
      }),
    )
  })
})
