import { ORDER_STATUSES, type OrderItem, type OrderStatus } from '@artikul/contract/ordering/orders/orders'
import { Tag, type Tone } from './tag.tsx'

const TONES: Record<OrderStatus, Tone> = {
  new: 'info',
  awaiting_payment: 'warn',
  on_hold: 'warn',
  needs_confirm: 'accent',
  in_work: 'info',
  ready: 'success',
  partly_shipped: 'success',
  shipped: 'neutral',
  done: 'neutral',
  cancelled: 'neutral',
}

/** Status of an order with additional marks: late lines, and lines that wait for a decision. */
export function OrderStatusTags({ order: { status, marks } }: { order: Pick<OrderItem, 'status' | 'marks'> }) {
  return (
    <span className="inline-flex flex-wrap items-center gap-1">
      <Tag tone={TONES[status]}>{ORDER_STATUSES[status]}</Tag>
      {marks.undecided > 0 && status !== 'needs_confirm' && (
        <Tag tone="accent">{withCount('Ждёт решения', 'Ждут решения', marks.undecided)}</Tag>
      )}
      {marks.late > 0 && <Tag tone="warn">{withCount('Опаздывает', 'Опаздывают', marks.late)}</Tag>}
    </span>
  )
}

const withCount = (one: string, many: string, count: number) => (count === 1 ? one : `${many}: ${count}`)
