/** The one place where the server looks at the clock, so that tests can move it. */
export interface Clock {
  now: () => Date
}

export const systemClock: Clock = { now: () => new Date() }

const moscowDay = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Moscow', dateStyle: 'short' })

const HOUR_MS = 3_600_000
let told = { hour: NaN, day: '' }

/** The calendar day in Moscow, `YYYY-MM-DD`. Every request asks for it: an hour is told once. */
export function moscowDate(moment: Date): string {
  const hour = Math.floor(moment.getTime() / HOUR_MS)
  if (hour !== told.hour) told = { hour, day: moscowDay.format(moment) }
  return told.day
}

const clockTime = new Intl.DateTimeFormat('ru-RU', { timeZone: 'Europe/Moscow', timeStyle: 'short' })
const dayAndTime = new Intl.DateTimeFormat('ru-RU', {
  timeZone: 'Europe/Moscow',
  dateStyle: 'short',
  timeStyle: 'short',
})

/** «14:05», for people. */
export const moscowTime = (moment: Date): string => clockTime.format(moment)

/** «17.11.2026, 14:05», for people. */
export const moscowMoment = (moment: Date): string => dayAndTime.format(moment)

/** «21.11.2026» of a day `YYYY-MM-DD`, for people. */
export const dayText = (day: string): string => day.split('-').reverse().join('.')
