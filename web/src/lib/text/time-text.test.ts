import { expect, test } from 'vitest'
import { timeText } from './time-text.ts'

test.each([
  ['9', '09:00'],
  ['930', '09:30'],
  ['9:30', '09:30'],
  ['18.00', '18:00'],
  ['1800', '18:00'],
  ['утром', 'утром'],
  ['12345', '12345'],
])('time typed as %s is read as %s', (typed, time) => expect(timeText(typed)).toBe(time))
