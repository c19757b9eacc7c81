import {
  DECISION_STATES,
  PRICE_GOES,
  WITHOUT_ANSWER,
  type ChangeApproval,
} from '@artikul/contract/ordering/orders/change-approvals'
import { formatMoney, formatQty } from '@artikul/contract/core/money'
import { unitText } from '@artikul/contract/core/units'
import { dayText, moscowMoment } from '../../../../platform/clock.ts'
import type { ChangeApprovalRow, TermsRow } from './change-approvals.queries.ts'

const termsOf = (row: ChangeApprovalRow, which: 'old' | 'new'): TermsRow => ({
  price_kop: row[`${which}_price_kop`],
  expected_date: row[`${which}_expected_date`],
  guaranteed_date: row[`${which}_guaranteed_date`],
  brand: row[`${which}_brand`],
  article: row[`${which}_article`],
  qty: row[`${which}_qty`],
})
const beforeOf = (row: ChangeApprovalRow) => termsOf(row, 'old')
export const afterOf = (row: ChangeApprovalRow) => termsOf(row, 'new')

const priceDirection = ({
  old_price_kop: before,
  new_price_kop: after,
}: ChangeApprovalRow): ChangeApproval['price_goes'] => {
  if (after === before) return 'nowhere'
  return after > before ? 'up' : 'down'
}

export const presentChangeApproval = (row: ChangeApprovalRow): ChangeApproval => ({
  id: row.id,
  line_id: row.line_id,
  order_id: row.order_id,
  order_number: row.order_number,
  consignee: row.consignee,
  name: row.name,
  unit: row.unit,
  before: beforeOf(row),
  after: afterOf(row),
  price_goes: priceDirection(row),
  reason: row.reason,
  state: row.state,
  asked_at: row.created_at.toISOString(),
  due_at: row.due_at.toISOString(),
  on_timeout: row.on_timeout,
  ended_at: row.ended_at?.toISOString() ?? null,
  ended_by: row.ended_by,
})

/** Describes the outcome of an approval that can no longer be answered. */
export function endedText(row: ChangeApprovalRow): string {
  const { state, ended_at: at, ended_by: by } = row
  const when = moscowMoment(at ?? row.due_at)
  if (state === 'open') return `Срок ответа истёк ${when}: ${WITHOUT_ANSWER[row.on_timeout]}`
  if (state === 'replaced') return 'Условия изменились ещё раз: обновите страницу и ответьте заново'
  if (state === 'agreed' || state === 'declined' || state === 'other') {
    const what = state === 'agreed' ? 'Уже согласились' : 'Строка уже снята'
    return `${what}: ${[by, when].filter(Boolean).join(', ')}`
  }
  return `${DECISION_STATES[state]}, ${when}`
}

/** Describes the change without prices, because some readers of the history may not see them. */
export function changeWords(before: TermsRow, after: TermsRow): string {
  return [
    after.price_kop === before.price_kop ? '' : after.price_kop > before.price_kop ? 'цена выше' : 'цена ниже',
    after.expected_date === before.expected_date ? '' : `новый срок ${dayText(after.expected_date)}`,
    after.brand === before.brand && after.article === before.article
      ? ''
      : `другой номер ${after.brand} ${after.article}`,
    after.qty === before.qty ? '' : `количество ${formatQty(after.qty)} вместо ${formatQty(before.qty)}`,
  ]
    .filter(Boolean)
    .join(', ')
}

/** Lists old and new terms for an email. */
export function changeLines(row: ChangeApprovalRow, withPrices: boolean): string[] {
  const [before, after] = [beforeOf(row), afterOf(row)]
  const unit = unitText(row.unit)
  const pairs: [title: string, was: string, is: string][] = [
    ['Номер', `${before.brand} ${before.article}`, `${after.brand} ${after.article}`],
    ['Ожидаем', dayText(before.expected_date), dayText(after.expected_date)],
    ['Гарантируем', dayText(before.guaranteed_date), dayText(after.guaranteed_date)],
    ['Количество', `${formatQty(before.qty)} ${unit}`, `${formatQty(after.qty)} ${unit}`],
    ...(withPrices
      ? [['Цена', `${formatMoney(before.price_kop)} ₽`, `${formatMoney(after.price_kop)} ₽`] as const].map(
          ([title, was, is]): [string, string, string] => [title, was, is],
        )
      : []),
  ]
  const changes = pairs
    .filter(([, was, is]) => was !== is)
    .map(([title, was, is]) => `${title}: было ${was}, станет ${is}`)
  const goes = withPrices ? 'nowhere' : priceDirection(row)
  return goes === 'nowhere' ? changes : [...changes, PRICE_GOES[goes]]
}
