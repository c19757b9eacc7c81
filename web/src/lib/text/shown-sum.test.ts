import { expect, test } from 'vitest'
import { shownSum } from './shown-sum.ts'

test('sum is hidden when any price is hidden', () => {
  expect(shownSum([100, 250])).toBe(350)
  expect(shownSum([])).toBe(0)
  expect(shownSum([100, null, 250])).toBeNull()
})
