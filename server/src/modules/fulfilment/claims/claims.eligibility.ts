import { CLAIM_TERMS, takesPieces, WITHHELD_PERCENT } from '@artikul/contract/fulfilment/claim-rules'
import type { ClaimKind } from '@artikul/contract/fulfilment/claim-states'
import { ClaimKind as Kinds } from '@artikul/contract/fulfilment/claim-fields'
import type { Eligibility } from '@artikul/contract/fulfilment/claim-goods'
import { toThousandths } from '@artikul/contract/core/money'
import { dayText } from '../../../platform/clock.ts'
import { addDays, addWorkingDays } from '../../pricing/index.ts'

/** What of a shipment's line decides how it may be claimed. */
export interface LineFacts {
  shipped_on: string
  /** Null: the buyer has not said so yet. */
  received_on: string | null
  is_cancelled: boolean
  qty: number
  /** Pieces that claims name already and that were not refused. */
  held_qty: number
  /** Somebody already asks about its price. */
  has_open_price: boolean
  no_return: boolean
  return_days: number
  is_own_stock: boolean
  /** Delivered later, and billed by the shipment that it was missing from. */
  is_resupply: boolean
}

export interface Today {
  today: string
  daysOff: ReadonlySet<string>
}

/** Days run from the receipt that the buyer has confirmed, else from the shipment. */
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
  if (takesPieces(kind) && leftOf(kind, line) === 0) return 'Всё количество уже в обращениях'
  return null
}

/** How the line may be claimed today; pure, so that a form shows it before anything is typed. */
export function eligibilityOf(kind: ClaimKind, line: LineFacts, { today, daysOff }: Today): Eligibility {
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

/** Every kind of claim, in the order in which they are shown. */
export const allKinds = (line: LineFacts, now: Today): Eligibility[] =>
  Kinds.options.map((kind) => eligibilityOf(kind, line, now))
