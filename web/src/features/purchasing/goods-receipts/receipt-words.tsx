import type { ReceiptLine } from '@artikul/contract/purchasing/goods-receipts'
import { RECEIPT_STATES, type ReceiptState } from '@artikul/contract/purchasing/receipt-states'
import { formatQty } from '@artikul/contract/core/money'
import { Tag, type Tone } from '../../../ui/text/tag.tsx'

const TONES: Record<ReceiptState, Tone> = { draft: 'info', posted: 'success', cancelled: 'neutral' }

export const ReceiptStateTag = ({ state }: { state: ReceiptState }) => (
  <Tag tone={TONES[state]}>{RECEIPT_STATES[state]}</Tag>
)

const minus = (one: number, other: number) => Math.round((one - other) * 1000) / 1000

/** Missing quantity of the УПД, as far as counted. */
export const missingQty = ({ qty, counted_qty: came }: ReceiptLine) =>
  came === null || came >= qty ? 0 : minus(qty, came)

/** True when the price differs from the ordered one. */
const isRepriced = ({ price_kop: kop, parts }: ReceiptLine) =>
  kop !== null && parts.some(({ ordered_kop }) => ordered_kop !== kop)

/** Tags for every deviation of the line. */
export function LineProblems({ line }: { line: ReceiptLine }) {
  const { qty, counted_qty: came, surplus_qty: surplus, parts } = line
  const missing = missingQty(line)
  return (
    <span className="flex flex-wrap gap-1">
      {missing > 0 && <Tag tone="warn">Не хватает {formatQty(missing)}</Tag>}
      {came !== null && came > qty && qty > 0 && <Tag tone="warn">Сверх документа {formatQty(minus(came, qty))}</Tag>}
      {qty === 0 && <Tag tone="warn">Нет в документе</Tag>}
      {parts.length === 0 && surplus > 0 && <Tag tone="accent">Не ждали</Tag>}
      {parts.length > 0 && surplus > 0 && <Tag tone="warn">Без заказа {formatQty(surplus)}</Tag>}
      {isRepriced(line) && <Tag tone="warn">Другая цена</Tag>}
      {came !== null && came === qty && surplus === 0 && !isRepriced(line) && <Tag tone="success">Сходится</Tag>}
    </span>
  )
}
