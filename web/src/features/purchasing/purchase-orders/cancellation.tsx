import { CANCELLATION_STATES, type CancellationState } from '@artikul/contract/purchasing/supplier-cancellations'
import { supplierOrderRoutes, type SupplierOrderLine } from '@artikul/contract/purchasing/supplier-orders'
import { receiverText } from '../../../lib/text/receiver.ts'
import { quantity } from '../../../lib/text/format.ts'
import { Button } from '../../../ui/button.tsx'
import { Tag, type Tone } from '../../../ui/text/tag.tsx'
import { toastDone } from '../../../ui/hints/toast.ts'
import { useApiMutation } from '../../../lib/api/use-api-mutation.ts'
import { supplierOrderAction } from './supplier-orders.api.ts'

const TONES: Record<CancellationState, Tone> = {
  due: 'neutral',
  sending: 'info',
  asked: 'info',
  cancelled: 'success',
  refused: 'accent',
  by_hand: 'accent',
  kept: 'neutral',
}
/** States in which a person records the outcome. */
const OPEN: readonly CancellationState[] = ['asked', 'refused', 'by_hand']

/** Cancelled quantity at the supplier and its state. */
export function Cancellation({ line }: { line: SupplierOrderLine }) {
  const { cancellation, qty, unit } = line
  if (!cancellation) return null
  const { state, reason, qty: unwanted } = cancellation
  return (
    <span className="mt-1 block">
      <Tag tone={TONES[state]}>{CANCELLATION_STATES[state]}</Tag>
      <span className="block text-xs break-words text-text-2">
        {[unwanted < qty && `${quantity(unwanted, unit)} из ${quantity(qty, unit)}`, reason].filter(Boolean).join(': ')}
      </span>
      {OPEN.includes(state) && <Outcome line={line} />}
    </span>
  )
}

function Outcome({ line }: { line: SupplierOrderLine }) {
  const settle = useApiMutation(supplierOrderRoutes.settleCancellation, supplierOrderAction('Решение не принято'))
  const name = `${line.brand} ${line.article}, ${receiverText(line)}`
  const press = (isCancelled: boolean, summary: string) =>
    settle.mutate(
      { params: { id: line.id }, body: { version: line.version, is_cancelled: isCancelled } },
      { onSuccess: toastDone(summary, name) },
    )
  return (
    <span className="mt-1 flex flex-wrap gap-1" data-screen-only="">
      <Button
        size="sm"
        disabled={settle.isPending}
        aria-label={`Поставщик отменил: ${name}`}
        onClick={() => press(true, 'Строка отменена у поставщика')}
      >
        Отменил
      </Button>
      <Button
        size="sm"
        disabled={settle.isPending}
        aria-label={`Товар придёт нам: ${name}`}
        onClick={() => press(false, 'Товар придёт нам')}
      >
        Придёт нам
      </Button>
    </span>
  )
}
