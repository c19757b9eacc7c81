import { formatMoney } from '@artikul/contract/core/money'
import { counted } from '@artikul/contract/core/plural'
import type { ContractBalance } from './finances.queries.ts'

/** Tolerated shortfall of a payment, because amounts below one rouble are never collected. */
export const FORGIVEN_KOP = 99

const overdueText = ({ overdue_kop: kop, overdue_days: days }: ContractBalance) =>
  `Просрочено ${formatMoney(kop)} ₽, ${counted(days, 'день', 'дня', 'дней')}`

/** Sum that may still be ordered under a limit; negative when it is exceeded. */
const limitLeftKop = (limitKop: number, standing: ContractBalance | undefined, takenKop: number) =>
  limitKop - (standing?.counted_kop ?? 0) - takenKop

/** Limit that orders may still use, besides those in work. */
export const availableLimitKop = (limitKop: number, standing: ContractBalance | undefined) =>
  Math.max(limitLeftKop(limitKop, standing, standing?.in_work_kop ?? 0), 0)

/**
 * Explains with sums why a deferred contract has no credit left; null when it has. A contract unblocked by a person is
 * neither overdue nor over its limit until the last day of the unblocking.
 * @param askedKop requested sum
 * @param takenKop sum that uses the limit besides the debt: orders in work
 */
export function creditRefusal(
  limitKop: number,
  standing: ContractBalance | undefined,
  askedKop: number,
  takenKop: number,
): string | null {
  if (standing && standing.override_until !== null) return null
  if (standing && standing.overdue_kop > 0) return overdueText(standing)
  const available = limitLeftKop(limitKop, standing, takenKop)
  return askedKop > available ? `Превышен лимит на ${formatMoney(askedKop - Math.max(available, 0))} ₽` : null
}

/**
 * Explains with sums why goods may not be shipped because of debts; null when they may. Goods of a prepaid contract
 * require received money.
 * @param addKop sum of goods to be shipped that the settlement position does not include yet
 */
export function leavingRefusal(
  { prepayment_percent: percent, limit_kop: limitKop }: { prepayment_percent: number; limit_kop: number },
  standing: ContractBalance | undefined,
  addKop: number,
): string | null {
  if (standing && standing.override_until !== null) return null
  if (standing && standing.overdue_kop > 0) return overdueText(standing)
  const owed = (standing?.counted_kop ?? 0) + addKop
  if (percent === 0 && owed > limitKop) return `Превышен лимит на ${formatMoney(owed - limitKop)} ₽`
  return percent === 100 && owed > FORGIVEN_KOP ? `Не хватает предоплаты: ${formatMoney(owed)} ₽` : null
}
