import { z } from 'zod'
import type { LineDifference } from '../core/errors.ts'
import { formatMoney, formatPercent } from '../core/money.ts'
import { counted } from '../core/plural.ts'
import { Percent } from '../pricing/price-groups.ts'

/** Largest rise of a unit price that may be accepted without asking, kopecks. */
export const MAX_RISE_KOP = 10_000_000
/** Longest delay that may be accepted without asking, days. */
export const MAX_DELAY_DAYS = 60

/**
 * «Допуск»: changes that a company accepts at placing without being asked. Zero means that the limit is not set;
 * without any limit of the price, no rise is accepted.
 */
export const Tolerance = z.strictObject({
  /** Share of the displayed price, hundredths of a per cent. */
  rise_share: Percent.max(10_000, 'Не больше 100 %'),
  /** Rise of a unit price, kopecks. */
  rise_kop: z.int('Укажите сумму до копеек').min(0, 'Не меньше нуля').max(MAX_RISE_KOP, 'Не больше 100 000 ₽'),
  delay_days: z
    .int('Укажите целое число дней')
    .min(0, 'Не меньше нуля')
    .max(MAX_DELAY_DAYS, `Не больше ${MAX_DELAY_DAYS} дней`),
})
export type Tolerance = z.infer<typeof Tolerance>

export const NO_TOLERANCE: Tolerance = { rise_share: 0, rise_kop: 0, delay_days: 0 }

const DAY_MS = 86_400_000

/** Counts the days by which the second day is later; negative when it is earlier. Days are `YYYY-MM-DD`. */
export const daysLater = (shown: string, now: string): number => (Date.parse(now) - Date.parse(shown)) / DAY_MS

/**
 * Checks whether a unit price is accepted, kopecks. A price that has not risen always is; a rise must satisfy every
 * limit that is set.
 */
export function isPriceWithin({ rise_share: share, rise_kop: most }: Tolerance, shownKop: number, nowKop: number) {
  const rise = nowKop - shownKop
  if (rise <= 0) return true
  if (share === 0 && most === 0) return false
  return (share === 0 || rise * 10_000 <= shownKop * share) && (most === 0 || rise <= most)
}

/** Checks whether a day is accepted; an earlier one always is. */
export const isDayWithin = ({ delay_days: most }: Tolerance, shown: string, now: string): boolean =>
  daysLater(shown, now) <= most

const roundUp = (value: number, step: number) => Math.ceil(value / step) * step

function shareFor(
  { old_price_kop: shown, new_price_kop: now }: LineDifference,
  has: Tolerance,
): Partial<Tolerance> | null {
  if (shown === null || now === null) return null
  if (isPriceWithin(has, shown, now)) return {}
  const { rise_share: hasShare, rise_kop: hasRise } = has
  const share = Math.max(hasShare, roundUp(((now - shown) * 10_000) / shown, 100))
  // A limit that the company has not set would only narrow the one already set.
  return {
    rise_share: hasShare === 0 && hasRise > 0 ? 0 : share,
    rise_kop: hasRise === 0 ? 0 : Math.max(hasRise, roundUp(now - shown, 100)),
  }
}

function delayFor({ old_date: shown, new_date: now }: LineDifference, has: Tolerance): Partial<Tolerance> | null {
  if (shown === null || now === null) return null
  return { delay_days: Math.max(has.delay_days, daysLater(shown, now)) }
}

/**
 * Computes the tolerance that would have accepted these differences: whole per cents, never less than the current one.
 * Returns `null` when no tolerance can: goods are missing or short, a figure is hidden, or the value exceeds the
 * allowed maximum.
 */
export function toleranceFor(differences: readonly LineDifference[], has: Tolerance): Tolerance | null {
  let wanted = has
  for (const difference of differences) {
    if (difference.kind !== 'price' && difference.kind !== 'date') return null
    const more = [shareFor(difference, wanted), delayFor(difference, wanted)]
    if (more.includes(null)) return null
    wanted = { ...wanted, ...more[0], ...more[1] }
  }
  return differences.length > 0 && Tolerance.safeParse(wanted).success ? wanted : null
}

/** Formats «до 2 %, не больше 50,00 ₽ за единицу, и до 1 дня»; `null` when nothing is accepted. */
export function toleranceText({ rise_share: share, rise_kop: rise, delay_days: days }: Tolerance): string | null {
  const limits = [share > 0 && `до ${formatPercent(share)}`, rise > 0 && `не больше ${formatMoney(rise)} ₽ за единицу`]
  const price = limits.filter((limit) => limit !== false).join(', ')
  const delay = days > 0 ? `до ${counted(days, 'дня', 'дней', 'дней')}` : ''
  return [price, delay].filter(Boolean).join(' и ') || null
}
