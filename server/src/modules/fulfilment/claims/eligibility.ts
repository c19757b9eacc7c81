import { CLAIM_TERMS, usesPieces, WITHHELD_PERCENT } from '@artikul/contract/fulfilment/claim-rules'
import type { ClaimKind } from '@artikul/contract/fulfilment/claim-states'
import { ClaimKindField as Kinds } from '@artikul/contract/fulfilment/claim-fields'
import type { Eligibility } from '@artikul/contract/fulfilment/claim-goods'
import { toThousandths } from '@artikul/contract/core/money'
import { dayText } from '../../../platform/clock.ts'
import { addDays, addWorkingDays } from '../../pricing/index.ts'

/** Facts of a shipment line that determine which claims are possible. */
export interface LineFacts {
  shipped_on: string
  /** Day of receipt; null while the buyer has not confirmed it. */
  received_on: string | null
  is_cancelled: boolean
  qty: number
  /** Pieces in existing claims that were not refused. */
  held_qty: number
  /** True while a price claim of the line is open. */
  has_open_price: boolean
  no_return: boolean
  return_days: number
  is_own_stock: boolean
  /** True for goods delivered later and billed with the shipment that lacked them. */
  is_resupply: boolean
}

export interface EligibilityContext {
  today: string
  daysOff: ReadonlySet<string>
}

/** Calculates the last day for a claim, counted from the receipt confirmed by the buyer, else from the shipment. */
function lastDay(kind: ClaimKind, line: LineFacts, daysOff: ReadonlySet<string>): string {
  const { days, calendar } = CLAIM_TERMS[kind]
  const from = line.received_on ?? line.shipped_on
  const count = days ?? line.return_days
  return calendar === 'working' ? addWorkingDays(from, count, daysOff) : addDays(from, count)
}

function leftOf(kind: ClaimKind, { qty, held_qty: held }: LineFacts): number | null {
  if (kind === 'surplus') return null
  return kind === 'price' ? qty : (toThousandths(qty) - toThousandths(held)) / 1000
}

function refusalOf(kind: ClaimKind, line: LineFacts, until: string, today: string): string | null {
  if (line.is_cancelled) return 'Отгрузка отменена'
  if (kind === 'unfit' && (line.no_return || line.return_days === 0))
    return 'Возврату не подлежит: это было условием заказа'
  if (kind === 'price' && line.is_resupply) return 'Это довоз: цена стоит в документе первой отгрузки'
  if (today > until) return `Срок прошёл ${dayText(until)}`
  if (kind === 'price' && line.has_open_price) return 'О цене этой строки уже есть обращение'
  if (usesPieces(kind) && leftOf(kind, line) === 0) return 'Всё количество уже в обращениях'
  return null
}

/**
 * Determines whether the line can be claimed today; a pure function, so that the form shows the result before any
 * input.
 */
export function eligibilityOf(kind: ClaimKind, line: LineFacts, { today, daysOff }: EligibilityContext): Eligibility {
  const isRefused = kind === 'unfit' && (line.no_return || line.return_days === 0)
  const until = lastDay(kind, line, daysOff)
  return {
    kind,
    until: isRefused ? null : until,
    qty: leftOf(kind, line),
    withheld_percent: kind === 'unfit' && !line.is_own_stock ? WITHHELD_PERCENT : 0,
    reason: refusalOf(kind, line, until, today),
  }
}

/** Evaluates every kind of claim in display order. */
export const allKinds = (line: LineFacts, now: EligibilityContext): Eligibility[] =>
  Kinds.options.map((kind) => eligibilityOf(kind, line, now))
