const MINUTE_MS = 60_000
const NBSP = '\u00a0'

/** «24 мин», «1 ч 05 мин»: what is left, rounded up, so that nobody is promised a minute that has passed. */
export function minutesLeft(ms: number): string {
  const minutes = Math.max(1, Math.ceil(ms / MINUTE_MS))
  const hours = Math.floor(minutes / 60)
  const rest = minutes % 60
  return hours === 0 ? `${minutes}${NBSP}мин` : `${hours}${NBSP}ч ${String(rest).padStart(2, '0')}${NBSP}мин`
}
