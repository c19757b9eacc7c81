import { expect, test } from 'vitest'
import { day, moment, nearDay, phone, roubles, shortDay, shortName, todayIso } from './format.ts'
import { maskDay, parseDay } from './day-text.ts'
import { roundQtyUp } from './sale-step.ts'

const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ')

test('money and dates are formatted for Russian readers', () => {
  expect(plain(roubles(123456789))).toBe('1 234 567,89 ₽')
  expect(day('2026-11-24')).toBe('24.11.2026')
  expect(shortDay('2026-11-24', '2026-11-21')).toBe('24.11')
  expect(shortDay('2027-01-02', '2026-11-21')).toBe('02.01.2027')
  expect(plain(moment('2026-11-21T14:05:00Z'))).toBe('21.11.2026, 17:05')
})

test('near dates are shown in words', () => {
  expect(nearDay('2026-11-21', '2026-11-21')).toBe('сегодня')
  expect(nearDay('2026-11-22', '2026-11-21')).toBe('завтра')
  expect(nearDay('2026-11-23', '2026-11-21')).toBe('23.11')
})

test('current day follows Moscow time', () => {
  expect(todayIso(new Date('2026-11-20T21:30:00Z'))).toBe('2026-11-21')
})

test('names and phones are formatted', () => {
  expect(plain(phone('+78121234567'))).toBe('+7 (812) 123-45-67')
  expect(phone('доб. 12')).toBe('доб. 12')
  expect(plain(shortName('Иванов Иван Иванович'))).toBe('Иванов И. И.')
})

test('typed date is masked and validated', () => {
  expect(maskDay('24112026')).toBe('24.11.2026')
  expect(parseDay('24.11.2026')).toBe('2026-11-24')
  expect(parseDay('31.02.2026')).toBeNull()
  expect(parseDay('24.11')).toBeNull()
})

test.each([
  [5, 4, undefined, 8],
  [8, 4, undefined, 8],
  [0, 4, undefined, 4],
  [1, 1, undefined, 1],
  [0.25, 0.1, undefined, 0.3],
  [0.3, 0.1, undefined, 0.3],
  [3, 1, 10, 10],
  [3, 4, 10, 12],
  [13, 4, 12, 16],
])('quantity %f in multiples of %f and at least %s is %f', (wanted, multiplicity, min_qty, expected) => {
  expect(roundQtyUp(wanted, { multiplicity, min_qty })).toBe(expected)
})
