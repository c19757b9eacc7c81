/**
 * Determines the run that an order catches, from the rules of the specification and moments alone. Independent of the
 * portal's date computation, so that the same mistake is not repeated.
 */
const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
const MAX_DAYS = 60

export interface JudgedWarehouse {
  /** Hours ahead of UTC of the local clock. */
  hoursAhead: number
  /** `15:00` */
  cutoff: string
  termDays: number
  guaranteeDays: number
}
/** Weekly run on these days (Monday is 1), for orders placed before the hour. */
export interface JudgedRun {
  weekdays: readonly number[]
  orderBefore: string
}

/** Days since 1 January 1970, a Thursday. */
type DayNumber = number

const weekdayOf = (day: DayNumber) => ((day + 3) % 7) + 1
const isWorking = (day: DayNumber) => weekdayOf(day) <= 5
const dayText = (day: DayNumber) => new Date(day * DAY_MS).toISOString().slice(0, 10)

/** Returns the moment at which the local clock shows the time on the day. */
function momentOf(day: DayNumber, time: string, hoursAhead: number): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return day * DAY_MS + (hours * 60 + minutes) * MINUTE_MS - hoursAhead * 60 * MINUTE_MS
}

function firstDay(from: DayNumber, suits: (day: DayNumber) => boolean): DayNumber {
  for (let day = from; day < from + MAX_DAYS; day += 1) if (suits(day)) return day
  throw new Error('no such day within two months')
}

/**
 * Computes the days promised to an order of the moment. The calendar has plain weeks, because scenarios avoid holidays.
 * @param runs runs of the order's zone; none when the supplier's own cars do not go there
 */
export function judgeOrder(at: Date, warehouse: JudgedWarehouse, runs: readonly JudgedRun[]) {
  const { hoursAhead, cutoff, termDays, guaranteeDays } = warehouse
  const moment = at.getTime()
  const today = Math.floor((moment + hoursAhead * 60 * MINUTE_MS) / DAY_MS)
  const isIn = (day: DayNumber, time: string) => moment < momentOf(day, time, hoursAhead)
  const leaves = firstDay(today, (day) => isWorking(day) && isIn(day, cutoff))
  const brings = (day: DayNumber) =>
    runs.length === 0
      ? isWorking(day)
      : runs.some((run) => run.weekdays.includes(weekdayOf(day)) && isIn(day, run.orderBefore))
  const expected = firstDay(leaves + termDays, brings)
  let sure = expected
  for (let left = guaranteeDays; left > 0; left -= 1) sure = firstDay(sure + 1, isWorking)
  return { expected: dayText(expected), guaranteed: dayText(firstDay(sure, brings)) }
}
