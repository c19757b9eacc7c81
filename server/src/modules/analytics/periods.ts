import { addDays } from '../pricing/index.ts'

/** Days of a report, both included. */
export interface Period {
  from: string
  to: string
}

const monthOf = (day: string) => `${day.slice(0, 7)}-01`
/** More days than a month has, less than two months have. */
const NEXT_MONTH_DAYS = 32

/** Splits a period into its whole months, from the first day of one to the last day of another, and the days beside them. */
export function splitByMonths({ from, to }: Period): Record<'months' | 'before' | 'after', Period> {
  const first = monthOf(from) === from ? from : monthOf(addDays(monthOf(from), NEXT_MONTH_DAYS))
  const end = monthOf(addDays(to, 1))
  // A period that ends before it begins is empty.
  const none = { from, to: addDays(from, -1) }
  if (first >= end) return { months: none, before: { from, to }, after: none }
  return {
    months: { from: first, to: addDays(end, -1) },
    before: { from, to: addDays(first, -1) },
    after: { from: end, to },
  }
}
