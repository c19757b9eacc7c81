/** Only source of the current time, which tests replace. */
export interface Clock {
  now: () => Date
}

export const systemClock: Clock = { now: () => new Date() }

const moscowDay = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Moscow', dateStyle: 'short' })

const HOUR_MS = 3_600_000
let latest = { hour: NaN, day: '' }

/** Calendar day in Moscow, `YYYY-MM-DD`, cached per hour because every request needs it. */
export function moscowDate(moment: Date): string {
  const hour = Math.floor(moment.getTime() / HOUR_MS)
  if (hour !== latest.hour) latest = { hour, day: moscowDay.format(moment) }
  return latest.day
}

const clockTime = new Intl.DateTimeFormat('ru-RU', { timeZone: 'Europe/Moscow', timeStyle: 'short' })
const dayAndTime = new Intl.DateTimeFormat('ru-RU', {
  timeZone: 'Europe/Moscow',
  dateStyle: 'short',
  timeStyle: 'short',
})

/** Formats a time for people: «14:05». */
export const moscowTime = (moment: Date): string => clockTime.format(moment)

/** Formats a moment for people: «17.11.2026, 14:05». */
export const moscowMoment = (moment: Date): string => dayAndTime.format(moment)

/** Formats a day `YYYY-MM-DD` for people: «21.11.2026». */
export const dayText = (day: string): string => day.split('-').reverse().join('.')
