/** The one place where the server looks at the clock, so that tests can move it. */
export interface Clock {
  now: () => Date
}

export const systemClock: Clock = { now: () => new Date() }

const moscowDay = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Moscow', dateStyle: 'short' })

/** The calendar day in Moscow, `YYYY-MM-DD`. */
export const moscowDate = (moment: Date): string => moscowDay.format(moment)
