import { expect, test } from 'vitest'
import { answerBy } from './answer-time.ts'

/** Weekend followed by a holiday. */
const DAYS_OFF = new Set(['2026-11-21', '2026-11-22', '2026-11-23'])

test.each([
  ['in the morning', '2026-11-17T12:30', '2026-11-17T14:30'],
  ['before the office opens', '2026-11-17T06:00', '2026-11-17T11:00'],
  ['as it opens', '2026-11-17T09:00', '2026-11-17T11:00'],
  ['two hours before it closes', '2026-11-17T16:00', '2026-11-17T18:00'],
  ['an hour before it closes: the rest is tomorrow’s', '2026-11-17T17:00', '2026-11-18T10:00'],
  ['after it has closed', '2026-11-17T20:15', '2026-11-18T11:00'],
  ['on the evening before a weekend with a holiday', '2026-11-20T17:30', '2026-11-24T10:30'],
  ['on a day off', '2026-11-22T12:00', '2026-11-24T11:00'],
  ['with seconds, to the next minute', '2026-11-17T12:30:01', '2026-11-17T14:31'],
])('request sent %s is promised an answer within two working hours', (_, sentAt, promised) => {
  expect(answerBy(new Date(`${sentAt}+03:00`), DAYS_OFF)).toEqual(new Date(`${promised}+03:00`))
})
