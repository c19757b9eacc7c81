import type { HealthSlice } from '@artikul/contract/suppliers/online-suppliers'
import { expect, test } from 'vitest'
import { slotsOf, totalOf } from './health-slots.ts'

const slice = (at: string, answered: number): HealthSlice => ({
  at,
  asked: answered + 1,
  answered,
  failed: 0,
  timed_out: 1,
  refused: 2,
  offers: 0,
  dropped: 0,
})
const UNTIL = Date.parse('2026-11-17T12:07:00Z')

test('day of supplier health has 96 quarter-hour slots, the last one unfinished', () => {
  const slots = slotsOf([slice('2026-11-17T12:00:00.000Z', 5), slice('2026-11-16T12:15:00.000Z', 3)], UNTIL)
  expect(slots).toHaveLength(96)
  expect(slots.at(-1)).toMatchObject({ at: Date.parse('2026-11-17T12:00:00Z'), answered: 5 })
  expect(slots[0]).toMatchObject({ at: Date.parse('2026-11-16T12:15:00Z'), answered: 3 })
  expect(slots.slice(1, -1).every((slot) => totalOf(slot) === 0)).toBe(true)
})

test('supplier health counts every outcome and ignores results older than a day', () => {
  const slots = slotsOf([slice('2026-11-17T12:00:00.000Z', 5), slice('2026-11-16T12:00:00.000Z', 3)], UNTIL)
  expect(slots.reduce((sum, slot) => sum + totalOf(slot), 0)).toBe(8)
})
