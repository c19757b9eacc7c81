import { formatMoney } from '@artikul/contract/core/money'
import { counted } from '@artikul/contract/core/plural'
import type { Standing } from './finances.queries.ts'

/** So much is forgiven of a payment: nobody sends less than a rouble after it. */
export const FORGIVEN_KOP = 99

const overdueText = ({ overdue_kop: kop, overdue_days: days }: Standing) =>
  `Просрочено ${formatMoney(kop)} ₽, ${counted(days, 'день', 'дня', 'дней')}`

/**
 * Why a deferred contract gives no more credit, in words with sums; null: it does. What a person has unblocked is
 * neither overdue nor over the limit until its last day.
 * @param askedKop what is asked for now
 * @param takenKop what takes the limit beside the debt: orders in work
 */
export function creditRefusal(
  limitKop: number,
  standing: Standing | undefined,
  askedKop: number,
  takenKop: number,
): string | null {
  if (standing && standing.unblocked_until !== null) return null
  if (standing && standing.overdue_kop > 0) return overdueText(standing)
  const available = limitKop - (standing?.counted_kop ?? 0) - takenKop
  return askedKop > available ? `Превышен лимит на ${formatMoney(askedKop - Math.max(available, 0))} ₽` : null
}

/**
 * Why goods do not leave for their debt, in words with sums; null: they may. Goods of a contract that is paid beforehand
 * leave only for money that has come.
 * @param addKop what would leave beside what the standing already counts
 */
export function leavingRefusal(
  { prepayment_percent: percent, limit_kop: limitKop }: { prepayment_percent: number; limit_kop: number },
  standing: Standing | undefined,
  addKop: number,
): string | null {
  if (standing && standing.unblocked_until !== null) return null
  if (standing && standing.overdue_kop > 0) return overdueText(standing)
  const owed = (standing?.counted_kop ?? 0) + addKop
  if (percent === 0 && owed > limitKop) return `Превышен лимит на ${formatMoney(owed - limitKop)} ₽`
  return percent === 100 && owed > FORGIVEN_KOP ? `Не хватает предоплаты: ${formatMoney(owed)} ₽` : null
}
