import { moscowDate } from '../../../platform/clock.ts'

/** Answer time of the office, in minutes of its working time. */
const ANSWER_MINUTES = 120
/** Opening hours, in minutes of the day in Moscow. */
const OPENS = 9 * 60
const CLOSES = 18 * 60
const MINUTE_MS = 60_000

/** Converts a day and minutes in Moscow, whose offset is constant all year. */
const momentOf = (day: string, minutes: number) =>
  new Date(new Date(`${day}T00:00:00+03:00`).getTime() + minutes * MINUTE_MS)

const minutesOf = (now: Date, day: string) => Math.ceil((now.getTime() - momentOf(day, 0).getTime()) / MINUTE_MS)

function dayAfter(day: string): string {
  const next = new Date(`${day}T00:00:00Z`)
  next.setUTCDate(next.getUTCDate() + 1)
  return next.toISOString().slice(0, 10)
}

/**
 * Calculates the deadline of a request: two hours of the office's working time, to the minute.
 * @param daysOff days on which the office is closed, including weekends
 */
export function answerBy(now: Date, daysOff: ReadonlySet<string>): Date {
  let day = moscowDate(now)
  let from = Math.max(minutesOf(now, day), OPENS)
  let left = ANSWER_MINUTES
  while (daysOff.has(day) || from + left > CLOSES) {
    if (!daysOff.has(day)) left -= Math.max(CLOSES - from, 0)
    day = dayAfter(day)
    from = OPENS
  }
  return momentOf(day, from + left)
}
