import type { CatalogDirectory, WarehouseRow, DeliveryRunRow } from '../../catalog/index.ts'

/** Calculates the dates of a delivery; a null `zoneId` means that the own vehicles do not go there. */
export type DeliveryTerms = (warehouse: WarehouseRow, ownTerm: number | null, zoneId: number | null) => Promised

export interface Promised {
  expected: string
  guaranteed: string
  /** Days of the term, with those added outside working hours. */
  days: number
}

const clocks = new Map<string, Intl.DateTimeFormat>()

/** Local day and time of a moment at a warehouse: `['2026-11-21', '17:05']`. */
function wallClock(moment: Date, timeZone: string): [day: string, time: string] {
  let format = clocks.get(timeZone)
  if (!format) {
    format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
    clocks.set(timeZone, format)
  }
  const [day = '', time = ''] = format.format(moment).split(' ')
  return [day, time]
}

/** Adds days to a calendar day. */
export function addDays(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + days)
  return date.toISOString().slice(0, 10)
}

function workingDay(day: string, daysOff: ReadonlySet<string>): string {
  let found = day
  while (daysOff.has(found)) found = addDays(found, 1)
  return found
}

/** Adds `count` working days to a day: the term of a reservation or of a payment. */
export function addWorkingDays(day: string, count: number, daysOff: ReadonlySet<string>): string {
  let found = day
  for (let left = count; left > 0; left -= 1) found = workingDay(addDays(found, 1), daysOff)
  return found
}

const FRIDAY = 5
/** Public holidays, month and day (ТК РФ, ст. 112): vehicles do not run on them even at a weekend. */
const HOLIDAYS = new Set([
  ...['01-01', '01-02', '01-03', '01-04', '01-05', '01-06', '01-07', '01-08'],
  ...['02-23', '03-08', '05-01', '05-09', '06-12', '11-04'],
])
/** A zone whose runs do not depart within two months has none. */
const MAX_DAYS_AHEAD = 60

const weekdayOf = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay() || 7

/** Detects holidays on which no vehicle departs: on an ordinary weekend the days of the run decide. */
const isHoliday = (day: string, daysOff: ReadonlySet<string>) =>
  daysOff.has(day) && (weekdayOf(day) <= FRIDAY || HOLIDAYS.has(day.slice(5)))

const shipsOn = ({ ships_on: weekdays }: WarehouseRow, day: string, daysOff: ReadonlySet<string>) =>
  weekdays === null ? !daysOff.has(day) : weekdays.includes(weekdayOf(day)) && !isHoliday(day, daysOff)

/** Finds the first day from `day` on which goods leave the warehouse. */
function shippingDay(warehouse: WarehouseRow, day: string, daysOff: ReadonlySet<string>): string {
  let found = day
  while (!shipsOn(warehouse, found, daysOff)) found = addDays(found, 1)
  return found
}

/**
 * Finds the first day from `day` with a run: none departs on a holiday, and today only one whose cut-off has not passed.
 */
function deliveryRunDay(
  day: string,
  runs: readonly DeliveryRunRow[],
  daysOff: ReadonlySet<string>,
  [today, time]: [string, string],
) {
  let found = day
  for (let left = MAX_DAYS_AHEAD; left > 0; left -= 1) {
    const weekday = weekdayOf(found)
    const isTaken = (run: DeliveryRunRow) =>
      run.weekdays.includes(weekday) && (found !== today || time < run.order_before.slice(0, 5))
    if (!isHoliday(found, daysOff) && runs.some(isTaken)) return found
    found = addDays(found, 1)
  }
  return day
}

/**
 * Calculates the delivery dates of a warehouse: an order after the cut-off in the warehouse's time zone belongs to the
 * next day; the goods leave on the next working day or, when the warehouse has its own shipping days, on the next of
 * those, even at a weekend; the term counts calendar days; the goods arrive on the next working day or, with own
 * vehicles, on the next day with a run, even at a weekend. The guaranteed date is a number of working days later.
 * A warehouse may need more days for an order after its cut-off or on a day without shipping.
 */
export function createTerms(now: Date, directory: CatalogDirectory): DeliveryTerms {
  const known = new Map<number, Promised>()
  return (warehouse, ownTerm, zoneId) => {
    const term = ownTerm ?? warehouse.term_days
    const runs = zoneId === null ? [] : (directory.zones.get(zoneId) ?? [])
    const name = ((runs.length > 0 ? (zoneId ?? 0) : 0) * 100_000 + warehouse.id) * 10_000 + term
    const before = known.get(name)
    if (before) return before
    const clock = wallClock(now, warehouse.time_zone)
    const [today, time] = clock
    const isLate = time >= warehouse.cutoff.slice(0, 5)
    const readyOn = isLate ? addDays(today, 1) : today
    const isOffHours = isLate || !shipsOn(warehouse, today, directory.daysOff)
    const days = term + (isOffHours ? warehouse.off_hours_days : 0)
    const start = shippingDay(warehouse, readyOn, directory.daysOff)
    const delivered = (day: string) =>
      runs.length > 0 ? deliveryRunDay(day, runs, directory.daysOff, clock) : workingDay(day, directory.daysOff)
    const expected = delivered(addDays(start, days))
    const guaranteed = delivered(addWorkingDays(expected, warehouse.guarantee_days, directory.daysOff))
    const promise = { expected, guaranteed, days }
    known.set(name, promise)
    return promise
  }
}

export interface Cutoff {
  /** Subject of the cut-off in the genitive: «рейса 16:00», «рейса «Утренний»», «склада Москва, Южный». */
  of: string
  at: Date
}

const MINUTE_MS = 60_000
const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))

/** Converts a local time of today to a moment. */
const momentAt = (now: Date, clock: string, time: string) =>
  new Date(Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS + (minutesOf(time) - minutesOf(clock)) * MINUTE_MS)

/** Lists today's runs that can still be missed: only goods in stock leave with them, and only before the cut-off. */
const deliveryRunsToday = (
  warehouse: WarehouseRow,
  runs: readonly DeliveryRunRow[],
  today: string,
): readonly DeliveryRunRow[] =>
  warehouse.term_days > 0
    ? []
    : runs.filter((run) => run.weekdays.includes(weekdayOf(today)) && run.order_before < warehouse.cutoff)

/** «Рейс 16:00» → «рейса 16:00», «Утренний» → «рейса «Утренний»». */
const deliveryRunText = (name: string) => (/^рейс /i.test(name) ? `рейса ${name.slice(5)}` : `рейса «${name}»`)

const MOSCOW = 'Europe/Moscow'

export interface Run {
  name: string
  day: string
  /** `10:00` */
  leavesAt: string
}

/** Finds the next run of own vehicles to a zone, today's while it has not left. */
export function nextRun(now: Date, { zones, daysOff }: CatalogDirectory, zoneId: number | null): Run | null {
  const runs = zoneId === null ? [] : (zones.get(zoneId) ?? [])
  const [today, clock] = wallClock(now, MOSCOW)
  for (let ahead = 0; ahead < (runs.length > 0 ? MAX_DAYS_AHEAD : 0); ahead += 1) {
    const day = addDays(today, ahead)
    const goes = (run: DeliveryRunRow) =>
      run.weekdays.includes(weekdayOf(day)) && (ahead > 0 || run.leaves_at.slice(0, 5) > clock)
    const run = isHoliday(day, daysOff) ? undefined : runs.find(goes)
    if (run) return { name: run.name, day, leavesAt: run.leaves_at.slice(0, 5) }
  }
  return null
}

/** Lists the departure times of own vehicles to a zone on a day, `10:00`, earliest first. */
export function runsOn({ zones, daysOff }: CatalogDirectory, zoneId: number | null, day: string): string[] {
  if (zoneId === null || isHoliday(day, daysOff)) return []
  const runs = (zones.get(zoneId) ?? []).filter((run) => run.weekdays.includes(weekdayOf(day)))
  return [...new Set(runs.map((run) => run.leaves_at.slice(0, 5)))]
}

/**
 * Finds the next moment of today after which own goods arrive later: a warehouse's cut-off, or a run's order deadline.
 */
export function nextCutoff(now: Date, directory: CatalogDirectory, zoneId: number | null): Cutoff | null {
  const runs = zoneId === null ? [] : (directory.zones.get(zoneId) ?? [])
  const cutoffs = [...directory.warehouses.values()]
    .filter((warehouse) => warehouse.kind === 'own')
    .flatMap((warehouse) => {
      const [today, clock] = wallClock(now, warehouse.time_zone)
      if (!shipsOn(warehouse, today, directory.daysOff)) return []
      const ofRuns = deliveryRunsToday(warehouse, runs, today).map((run) => ({
        of: deliveryRunText(run.name),
        time: run.order_before,
      }))
      const isOver = warehouse.cutoff.slice(0, 5) <= clock
      return (isOver ? [] : [{ of: `склада ${warehouse.shown_as}`, time: warehouse.cutoff }, ...ofRuns])
        .filter(({ time }) => time.slice(0, 5) > clock)
        .map(({ of, time }) => ({ of, at: momentAt(now, clock, time) }))
    })
  return cutoffs.toSorted((one, other) => one.at.getTime() - other.at.getTime())[0] ?? null
}
