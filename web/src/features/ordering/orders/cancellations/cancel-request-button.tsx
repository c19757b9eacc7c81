import {
  CANCELLED_BY_REQUEST,
  NewCancelRequest,
  cancelRequestRoutes,
} from '@artikul/contract/ordering/orders/cancel-requests'
import { toThousandths } from '@artikul/contract/core/money'
import type { OrderLine } from '@artikul/contract/ordering/orders/orders'
import { useState } from 'react'
import { useHasRole } from '../../../../lib/session/current-session.ts'
import { quantity } from '../../../../lib/text/format.ts'
import { useForm } from '../../../../lib/browser/use-form.ts'
import { Button } from '../../../../ui/button.tsx'
import { FormDialog } from '../../../../ui/windows/form-dialog.tsx'
import { NumberField } from '../../../../ui/fields/number-field.tsx'
import { TextArea } from '../../../../ui/fields/text-field.tsx'
import { toast } from '../../../../ui/hints/toast.ts'
import { useApiMutation } from '../../../../lib/api/use-api-mutation.ts'
import { ORDER_KEYS } from '../order-acts.ts'

/** Quantity of the line whose cancellation a client may request: in work and not in a shipment. */
const askableQty = ({ parts }: OrderLine) =>
  parts
    .filter(({ state, shipment }) => CANCELLED_BY_REQUEST.includes(state) && !shipment)
    .reduce((sum, { qty }) => sum + toThousandths(qty), 0) / 1000

/** Requests a cancellation that the client cannot perform alone; hidden when there is no such quantity. */
export function CancelRequestButton({ line }: { line: OrderLine }) {
  const [isOpen, setIsOpen] = useState(false)
  const isClient = useHasRole('ContractorAdmin', 'ContractorUser')
  const left = askableQty(line)
  const isAsked = line.cancel !== null && line.cancel.decline_reason === null
  if (!isClient || line.claim !== null || left === 0 || isAsked) return null
  return (
    <>
      <Button
        size="sm"
        look="ghost"
        aria-label={`Запросить отмену: ${line.brand} ${line.article}`}
        onClick={() => setIsOpen(true)}
      >
        Запросить отмену
      </Button>
      {isOpen && <CancelRequestDialog line={line} left={left} onClose={() => setIsOpen(false)} />}
    </>
  )
}

interface Draft {
  qty: number | null
  message: string
}

interface Props {
  line: OrderLine
  /** Quantity that can be requested. */
  left: number
  onClose: () => void
}

function CancelRequestDialog({ line, left, onClose }: Props) {
  const form = useForm<Draft>({ defaultValues: { qty: left, message: '' } })
  const ask = useApiMutation(cancelRequestRoutes.create, { invalidates: ORDER_KEYS })
  const { draft, errors } = form
  const submit = () => {
    const tooMany: Record<string, string> =
      (draft.qty ?? 0) > left ? { qty: `Не больше ${quantity(left, line.unit)}` } : {}
    const body = form.checked(NewCancelRequest, { ...draft, qty: draft.qty ?? 0 }, tooMany)
    if (!body) return
    // Awaited as a promise: the new request removes the button together with this window.
    void ask.mutateAsync({ params: { id: line.id }, body }).then(
      () => {
        toast({ severity: 'success', summary: `${line.brand} ${line.article}: отмена запрошена` })
        onClose()
      },
      (error: unknown) => form.refuse(error),
    )
  }
  return (
    <FormDialog
      width="sm"
      title={`Запросить отмену: ${line.brand} ${line.article}`}
      description="Товар уже заказан для вас, поэтому отмену решает менеджер. До его ответа строка остаётся в заказе."
      submit="Отправить запрос"
      form={{ errors, busy: ask.isPending, submit }}
      isDirty={form.isDirty}
      onClose={onClose}
    >
      <NumberField
        label="Количество"
        hint={`Из ${quantity(left, line.unit)}`}
        required
        min={0}
        format={{ maximumFractionDigits: 3 }}
        {...form.field('qty')}
      />
      <TextArea label="Причина" hint="Её увидит менеджер" required maxLength={500} {...form.field('message')} />
    </FormDialog>
  )
}
