import type { Directory, Warehouse } from '../catalog/index.ts'

export type Terms = (warehouse: Warehouse, ownTerm: number | null) => Promised

export interface Promised {
  expected: string
  guaranteed: string
}

const clocks = new Map<string, Intl.DateTimeFormat>()

/** Day and time of a moment on the wall of a warehouse: `['2026-11-21', '17:05']`. */
function wallClock(moment: Date, timeZone: string): [day: string, time: string] {
  let format = clocks.get(timeZone)
  if (!format) {
    format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
    clocks.set(timeZone, format)
  }
  const [day = '', time = ''] = format.format(moment).split(' ')
  return [day, time]
}

/** The day `days` after, in the plain calendar. */
function addDays(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + days)
  return date.toISOString().slice(0, 10)
}

function workingDay(day: string, daysOff: ReadonlySet<string>): string {
  let found = day
  while (daysOff.has(found)) found = addDays(found, 1)
  return found
}

/** `count` working days after the day: the term of a reserve or of a payment. */
export function addWorkingDays(day: string, count: number, daysOff: ReadonlySet<string>): string {
  let found = day
  for (let left = count; left > 0; left -= 1) found = workingDay(addDays(found, 1), daysOff)
  return found
}

/**
 * When goods of a warehouse come: an order after the cut-off on the warehouse's clock, or on a day off, starts on the
 * next working day; the term runs in calendar days; the day of arrival is a working one.
 */
export function createTerms(now: Date, directory: Directory): Terms {
  const known = new Map<number, Promised>()
  return (warehouse, ownTerm) => {
    const term = ownTerm ?? warehouse.term_days
    const name = warehouse.id * 10_000 + term
    const before = known.get(name)
    if (before) return before
    const [today, time] = wallClock(now, warehouse.time_zone)
    const start = workingDay(time >= warehouse.cutoff.slice(0, 5) ? addDays(today, 1) : today, directory.daysOff)
    const expected = workingDay(addDays(start, term), directory.daysOff)
    const guaranteed = addWorkingDays(expected, warehouse.guarantee_days, directory.daysOff)
    const promise = { expected, guaranteed }
    known.set(name, promise)
    return promise
  }
}
