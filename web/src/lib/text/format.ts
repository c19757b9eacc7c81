import { formatMoney, formatQty } from '@artikul/contract/core/money'
import { unitText } from '@artikul/contract/core/units'

const NBSP = '\u00a0'
const MOSCOW = 'Europe/Moscow'

const momentFormat = new Intl.DateTimeFormat('ru-RU', {
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: MOSCOW,
})
const dayFormat = new Intl.DateTimeFormat('ru-RU', { timeZone: MOSCOW })
const isoDayFormat = new Intl.DateTimeFormat('en-CA', { timeZone: MOSCOW })

export const roubles = (kop: number) => `${formatMoney(kop)}${NBSP}₽`

/** `2026-11-24` → «24.11.2026». */
export const day = (iso: string) => iso.split('-').reverse().join('.')

/** `2026-11-24` → «24.11», with the year only when it is not the current one. */
export const shortDay = (iso: string, today = todayIso()) =>
  iso.slice(0, 4) === today.slice(0, 4) ? day(iso).slice(0, 5) : day(iso)

export const moment = (iso: string) => momentFormat.format(new Date(iso))
export const momentDay = (iso: string) => dayFormat.format(new Date(iso))

const monthFormat = new Intl.DateTimeFormat('ru', { month: 'long', year: 'numeric', timeZone: 'UTC' })
/** `2026-11` → «ноябрь 2026», without the format's «г.». */
export const monthText = (month: string) => monthFormat.format(new Date(`${month}-01T00:00:00Z`)).replace(/\sг\.$/, '')

/** Current day in Moscow, whose time the portal uses for days. */
export const todayIso = (now = new Date()) => isoDayFormat.format(now)

/** «сегодня», «завтра», «24.11». */
export function nearDay(iso: string, today = todayIso()): string {
  const days = (Date.parse(iso) - Date.parse(today)) / 86_400_000
  if (days === 0) return 'сегодня'
  return days === 1 ? 'завтра' : shortDay(iso, today)
}

export const quantity = (qty: number, unit: string) => `${formatQty(qty)}${NBSP}${unitText(unit)}`

export { formatPhone as phone } from '@artikul/contract/core/phone'

/** «договор № 17», without repeating the word. */
export const contractText = (contract: string) => (/^договор/i.test(contract) ? contract : `договор ${contract}`)

/** Shortens «Иванов Иван Иванович» to «Иванов И. И.». */
export function shortName(fullName: string): string {
  const [last = '', ...given] = fullName.trim().split(/\s+/, 3)
  return [last, ...given.map((name) => `${name.charAt(0)}.`)].join(NBSP)
}

/** Address that calls a telephone number. */
export const telUrl = (number: string) => `tel:${number.replace(/[^\d+]/g, '')}`
