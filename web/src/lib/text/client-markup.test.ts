import { expect, test } from 'vitest'
import { clientPriceKop, USUAL_MARKUP, type ClientMarkup } from './client-markup.ts'

const flat = (markup_hundredths: number, round_up_to_kop: ClientMarkup['round_up_to_kop'] = 1): ClientMarkup => ({
  steps: [],
  above_hundredths: markup_hundredths,
  round_up_to_kop,
})

test('markup step follows the own price, bound included', () => {
  const exact = { ...USUAL_MARKUP, round_up_to_kop: 1 } as const
  expect(clientPriceKop(100_000, exact)).toBe(140_000)
  expect(clientPriceKop(100_001, exact)).toBe(130_002)
  expect(clientPriceKop(500_000, exact)).toBe(650_000)
  expect(clientPriceKop(500_100, exact)).toBe(600_120)
})

test('marked-up price is rounded up to the chosen unit', () => {
  expect(clientPriceKop(101, flat(3333))).toBe(135)
  expect(clientPriceKop(100_000, flat(2050, 100))).toBe(120_500)
  expect(clientPriceKop(100_001, flat(2050, 100))).toBe(120_600)
  expect(clientPriceKop(100_001, flat(2050, 1000))).toBe(121_000)
  expect(clientPriceKop(1, flat(0, 1000))).toBe(1000)
  expect(clientPriceKop(0, flat(4000))).toBe(0)
})

test('marked-up price of the largest sum is exact', () => {
  expect(clientPriceKop(9_007_199_254_740, flat(1))).toBe(9_008_099_974_666)
})
