import { expect, test } from 'vitest'
import { unitText } from './units.ts'

test.each([
  ['шт', 'шт.'],
  ['компл', 'компл.'],
  ['кг', 'кг'],
  ['шт.', 'шт.'],
])('unit «%s» is printed as «%s»', (unit, printed) => {
  expect(unitText(unit)).toBe(printed)
})
