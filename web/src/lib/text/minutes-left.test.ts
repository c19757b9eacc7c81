import { expect, test } from 'vitest'
import { minutesLeft } from './minutes-left.ts'

const MINUTE_MS = 60_000

test.each([
  [59_999, 'меньше минуты'],
  [MINUTE_MS, '1 мин'],
  [24 * MINUTE_MS, '24 мин'],
  [60 * MINUTE_MS, '1 ч 00 мин'],
  [65 * MINUTE_MS, '1 ч 05 мин'],
  [179.5 * MINUTE_MS, '2 ч 59 мин'],
])('%i ms are shown as %s', (ms, text) => {
  expect(minutesLeft(ms).replaceAll('\u00a0', ' ')).toBe(text)
})
