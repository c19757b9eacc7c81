import { expect, test } from 'vitest'
import { untilText } from '../../../lib/text/due-text.ts'
import { requestDeadlineOf } from './request-words.ts'

const NOW = new Date('2026-11-17T12:30:00+03:00')

test.each([
  ['2026-11-17T14:30:00+03:00', 'до 14:30'],
  ['2026-11-18T11:00:00+03:00', 'завтра до 11:00'],
  ['2026-11-23T11:00:00+03:00', '23.11 до 11:00'],
  ['2026-11-16T17:00:00+03:00', '16.11 до 17:00'],
])('deadline %s is shown as %s', (iso, text) => {
  expect(untilText(new Date(iso).toISOString(), NOW)).toBe(text)
})

test('promised answer time is shown until the answer, and a late one is marked', () => {
  const answer_by = new Date('2026-11-17T14:30:00+03:00').toISOString()
  expect(requestDeadlineOf({ state: 'waiting', answer_by }, false, NOW)).toEqual({
    isLate: false,
    text: 'Ответим до 14:30',
  })
  expect(requestDeadlineOf({ state: 'waiting', answer_by }, true, NOW)?.text).toBe('Ответить до 14:30')
  const later = new Date('2026-11-17T15:00:00+03:00')
  expect(requestDeadlineOf({ state: 'in_work', answer_by }, true, later)).toEqual({
    isLate: true,
    text: 'Обещали ответить до 14:30',
  })
  expect(requestDeadlineOf({ state: 'answered', answer_by }, false, NOW)).toBeNull()
  expect(requestDeadlineOf({ state: 'closed', answer_by }, false, NOW)).toBeNull()
})
