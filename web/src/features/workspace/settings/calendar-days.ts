import { dateOf, dayOf } from '../../../lib/text/day-text.ts'

export interface Month {
  /** «Январь» */
  name: string
  /** Weeks from Monday; null for a day of another month. */
  weeks: readonly (readonly (string | null)[])[]
}

const monthFormat = new Intl.DateTimeFormat('ru-RU', { month: 'long' })
const dayFormat = new Intl.DateTimeFormat('ru-RU', { weekday: 'long', day: 'numeric', month: 'long' })

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

/** Weekday from 0 for Monday. */
const weekdayOf = (date: Date) => (date.getDay() + 6) % 7

function monthOf(year: number, month: number): Month {
  const first = new Date(year, month, 1)
  const length = new Date(year, month + 1, 0).getDate()
  const cells: (string | null)[] = [
    ...Array.from({ length: weekdayOf(first) }, () => null),
    ...Array.from({ length }, (_, index) => dayOf(new Date(year, month, index + 1))),
  ]
  const weeks = Array.from({ length: Math.ceil(cells.length / 7) }, (_, week) =>
    Array.from({ length: 7 }, (__, at) => cells[week * 7 + at] ?? null),
  )
  return { name: capital(monthFormat.format(first)), weeks }
}

export const monthsOf = (year: number): Month[] => Array.from({ length: 12 }, (_, month) => monthOf(year, month))

/** «среда, 4 ноября» */
export const dayName = (day: string) => dayFormat.format(dateOf(day))

/** Saturdays and Sundays, the starting point of a year without a calendar. */
export const weekendsOf = (year: number): string[] =>
  monthsOf(year).flatMap(({ weeks }) =>
    weeks.flatMap((week) => week.slice(5).filter((day): day is string => day !== null)),
  )

function shifted(day: string, days: number): string {
  const date = dateOf(day)
  date.setDate(date.getDate() + days)
  return dayOf(date)
}

/** Returns the same date of another month, or its last day when it is shorter. */
function inMonth(day: string, step: number): string {
  const date = dateOf(day)
  const month = date.getMonth() + step
  const last = new Date(date.getFullYear(), month + 1, 0).getDate()
  return dayOf(new Date(date.getFullYear(), month, Math.min(date.getDate(), last)))
}

/** Returns the first or last day of the month's row that contains the day. */
function edgeOfRow(day: string, edge: 'first' | 'last'): string {
  const weekday = weekdayOf(dateOf(day))
  const month = day.slice(0, 7)
  const row = Array.from({ length: 7 }, (_, at) => shifted(day, at - weekday)).filter((one) => one.startsWith(month))
  return (edge === 'first' ? row[0] : row.at(-1)) ?? day
}

const MOVES: Readonly<Record<string, (day: string) => string>> = {
  ArrowLeft: (day) => shifted(day, -1),
  ArrowRight: (day) => shifted(day, 1),
  ArrowUp: (day) => shifted(day, -7),
  ArrowDown: (day) => shifted(day, 7),
  PageUp: (day) => inMonth(day, -1),
  PageDown: (day) => inMonth(day, 1),
  Home: (day) => edgeOfRow(day, 'first'),
  End: (day) => edgeOfRow(day, 'last'),
}

/** Returns the day that a key leads to; `null` for other keys. Movement stops at the edges of the year. */
export function movedDay(day: string, key: string): string | null {
  const next = MOVES[key]?.(day)
  if (next === undefined) return null
  return next.slice(0, 4) === day.slice(0, 4) ? next : day
}
