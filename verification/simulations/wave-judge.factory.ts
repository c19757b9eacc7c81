/**
 * Which wave an order has made, by the words of the specification and by moments alone: written apart from what the portal
 * reckons dates with, so that one mistake is not made twice.
 */
const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
const MAX_DAYS = 60

export interface JudgedWarehouse {
  /** Hours ahead of Greenwich of the clock on its wall. */
  hoursAhead: number
  /** `15:00` */
  cutoff: string
  termDays: number
  guaranteeDays: number
}
/** One run of every week: on these days (Monday is 1), for what was ordered before the hour. */
export interface JudgedWave {
  weekdays: readonly number[]
  orderBefore: string
}

/** Days are counted from 1 January 1970, a Thursday. */
type DayNumber = number

const weekdayOf = (day: DayNumber) => ((day + 3) % 7) + 1
const isWorking = (day: DayNumber) => weekdayOf(day) <= 5
const dayText = (day: DayNumber) => new Date(day * DAY_MS).toISOString().slice(0, 10)

/** The moment at which the clock on the wall shows the time on the day. */
function momentOf(day: DayNumber, time: string, hoursAhead: number): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return day * DAY_MS + (hours * 60 + minutes) * MINUTE_MS - hoursAhead * 60 * MINUTE_MS
}

function firstDay(from: DayNumber, suits: (day: DayNumber) => boolean): DayNumber {
  for (let day = from; day < from + MAX_DAYS; day += 1) if (suits(day)) return day
  throw new Error('no such day within two months')
}

/**
 * The days that an order of the moment is promised. The calendar is that of plain weeks: scenarios stay clear of holidays.
 * @param waves of the zone that it goes to; none: no cars of the supplier's own go there
 */
export function judgeOrder(at: Date, warehouse: JudgedWarehouse, waves: readonly JudgedWave[]) {
  const { hoursAhead, cutoff, termDays, guaranteeDays } = warehouse
  const moment = at.getTime()
  const today = Math.floor((moment + hoursAhead * 60 * MINUTE_MS) / DAY_MS)
  const isIn = (day: DayNumber, time: string) => moment < momentOf(day, time, hoursAhead)
  const leaves = firstDay(today, (day) => isWorking(day) && isIn(day, cutoff))
  const brings = (day: DayNumber) =>
    waves.length === 0
      ? isWorking(day)
      : waves.some((wave) => wave.weekdays.includes(weekdayOf(day)) && isIn(day, wave.orderBefore))
  const expected = firstDay(leaves + termDays, brings)
  let sure = expected
  for (let left = guaranteeDays; left > 0; left -= 1) sure = firstDay(sure + 1, isWorking)
  return { expected: dayText(expected), guaranteed: dayText(firstDay(sure, brings)) }
}
