import { expect, test } from 'vitest'
import { weekdaysText } from './weekdays.ts'

test.each([
  [[1, 2, 3, 4, 5], 'пн–пт'],
  [[5, 1, 3], 'пн, ср, пт'],
  [[1, 2], 'пн, вт'],
  [[1, 2, 3, 6], 'пн–ср, сб'],
  [[1, 2, 3, 4, 5, 6, 7], 'ежедневно'],
  [[], ''],
])('weekdays %j are shown in words', (days, text) => {
  expect(weekdaysText(days)).toBe(text)
})
