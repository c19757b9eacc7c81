const pad = (n: number) => String(n).padStart(2, '0')

/** Converts a local date to its calendar day. */
export const dayOf = (date: Date) => `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`

/** Converts a calendar day to its local midnight. */
export function dateOf(day: string): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date)
}

/** Inserts dots while digits are typed. */
export function maskDay(text: string): string {
  const digits = text.replace(/\D/g, '').slice(0, 8)
  return [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4)].filter(Boolean).join('.')
}

/** Parses «24.11.2026» to `2026-11-24`; null when there is no such day. */
export function parseDay(text: string): string | null {
  const parts = /^(\d\d)\.(\d\d)\.(\d{4})$/.exec(text)
  if (!parts) return null
  const day = `${parts[3]}-${parts[2]}-${parts[1]}`
  return dayOf(dateOf(day)) === day ? day : null
}
