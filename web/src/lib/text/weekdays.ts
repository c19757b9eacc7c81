/** ISO weekdays: Monday is 1. */
export const WEEKDAYS = [
  { weekday: 1, short: 'пн', name: 'Понедельник' },
  { weekday: 2, short: 'вт', name: 'Вторник' },
  { weekday: 3, short: 'ср', name: 'Среда' },
  { weekday: 4, short: 'чт', name: 'Четверг' },
  { weekday: 5, short: 'пт', name: 'Пятница' },
  { weekday: 6, short: 'сб', name: 'Суббота' },
  { weekday: 7, short: 'вс', name: 'Воскресенье' },
] as const

const shortName = (weekday: number) => WEEKDAYS.find((day) => day.weekday === weekday)?.short ?? ''

/** «пн–пт», «пн, ср», «пн–ср, сб», «ежедневно». */
export function weekdaysText(weekdays: readonly number[]): string {
  const days = [...new Set(weekdays)].sort((a, b) => a - b)
  if (days.length === WEEKDAYS.length) return 'ежедневно'
  const runs: [first: number, last: number][] = []
  for (const day of days) {
    const run = runs.at(-1)
    if (run && run[1] === day - 1) run[1] = day
    else runs.push([day, day])
  }
  return runs
    .map(([first, last]) => {
      if (first === last) return shortName(first)
      return `${shortName(first)}${last - first === 1 ? ', ' : '–'}${shortName(last)}`
    })
    .join(', ')
}
