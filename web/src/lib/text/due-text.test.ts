import { expect, test } from 'vitest'
import { dueText, lateText } from './due-text.ts'

const now = new Date('2026-11-17T09:00:00Z')
const plain = (text: string) => text.replaceAll('\u00a0', ' ')

test.each([
  ['2026-11-17T11:30:00Z', 'до 14:30', false],
  ['2026-11-18T08:00:00Z', 'завтра до 11:00', false],
  ['2026-11-23T08:00:00Z', '23.11 до 11:00', false],
  ['2026-11-17T09:00:00Z', 'срок вышел 1 мин назад', true],
  ['2026-11-17T08:01:00Z', 'срок вышел 59 мин назад', true],
  ['2026-11-17T06:59:00Z', 'срок вышел 2 ч назад', true],
  ['2026-11-16T09:00:00Z', 'срок вышел 1 день назад', true],
  ['2026-11-14T09:00:00Z', 'срок вышел 3 дня назад', true],
])('deadline %s is shown as %s', (iso, text, isLate) => {
  const due = dueText(iso, now)
  expect([plain(due.text), due.isLate]).toEqual([text, isLate])
})

test.each([
  ['2026-11-16T21:00:00Z', 'опаздывает на 1 день'],
  ['2026-11-15T21:00:00Z', 'опаздывает на 2 дня'],
])('delay of goods due until %s is shown in days', (iso, text) => {
  expect(plain(lateText(iso, now))).toBe(text)
})
