const MINUTE_MS = 60_000
const NBSP = '\u00a0'

/** «24 мин», «1 ч 05 мин», «меньше минуты»: remaining whole minutes. */
export function minutesLeft(ms: number): string {
  const minutes = Math.floor(ms / MINUTE_MS)
  if (minutes < 1) return `меньше${NBSP}минуты`
  const hours = Math.floor(minutes / 60)
  const rest = minutes % 60
  return hours === 0 ? `${minutes}${NBSP}мин` : `${hours}${NBSP}ч ${String(rest).padStart(2, '0')}${NBSP}мин`
}
