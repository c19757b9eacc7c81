import { moscowDate } from '../../../../platform/clock.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** Start of a day in Moscow, whose offset has been constant since 2014. */
const dayStart = (day: string) => Date.parse(`${day}T00:00:00+03:00`)

/** Adds hours of working days to a moment; days off do not count. */
export function dueAfter(now: Date, hours: number, daysOff: ReadonlySet<string>): Date {
  let at = now.getTime()
  let left = hours * HOUR_MS
  for (;;) {
    const day = moscowDate(new Date(at))
    const end = dayStart(day) + DAY_MS
    if (daysOff.has(day)) {
      at = end
      continue
    }
    if (left <= end - at) return new Date(at + left)
    left -= end - at
    at = end
  }
}
