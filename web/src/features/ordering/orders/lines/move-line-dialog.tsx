import { isStepBack, type Mover } from '@artikul/contract/ordering/orders/line-transitions'
import { formatQty } from '@artikul/contract/core/money'
import {
  LINE_STATES,
  MoveLines,
  orderRoutes,
  type LineState,
  type OrderLine,
} from '@artikul/contract/ordering/orders/orders'
import { quantity } from '../../../../lib/text/format.ts'
import { useForm } from '../../../../lib/browser/use-form.ts'
import { FormDialog } from '../../../../ui/windows/form-dialog.tsx'
import { Notice } from '../../../../ui/hints/notice.tsx'
import { NumberField } from '../../../../ui/fields/number-field.tsx'
import { Select } from '../../../../ui/fields/select.tsx'
import { TextArea } from '../../../../ui/fields/text-field.tsx'
import { useInvalidate, useApiMutation } from '../../../../lib/api/use-api-mutation.ts'
import { ORDER_KEYS } from '../order-acts.ts'
import { toastMoved } from './toast-moved.ts'
import { questionOf, wayText, type Movable } from './line-ways.ts'

interface Props {
  orderId: number
  line: OrderLine
  parts: readonly Movable[]
  mover: Mover
  onClose: () => void
}

interface Draft {
  from: LineState
  to: LineState
  qty: number | null
  reason: string
}

const QTY = 'moves.0.qty'
const REASON = 'moves.0.reason'
/** Defaults to the whole quantity and the next state. */
const asDraft = ({ state, qty, ways }: Movable): Draft => ({
  from: state,
  to: ways.find((to) => !isStepBack(state, to)) ?? state,
  qty,
  reason: '',
})

/** Errors of a draft beyond those of the contract. */
function refusals({ from, to, qty, reason }: Draft, part: Movable): Record<string, string> {
  if ((qty ?? 0) > part.qty) return { [QTY]: `Не больше ${formatQty(part.qty)}` }
  return isStepBack(from, to) && reason.trim() === '' ? { [REASON]: 'Укажите, почему строка возвращается' } : {}
}

function useMoving({ orderId, line, parts, mover, onClose }: Props, first: Movable) {
  const refresh = useInvalidate(...ORDER_KEYS)
  const form = useForm({
    defaultValues: asDraft(first),
    paths: { from: [QTY, REASON], to: [REASON], qty: [QTY], reason: [REASON] },
  })
  const part = parts.find(({ state }) => state === form.draft.from) ?? first
  const send = useApiMutation(orderRoutes.move, {
    onSuccess: async (_, { body: { moves } }) => {
      toastMoved(`${line.brand} ${line.article}: статус изменён`, mover, moves, refresh)
      onClose()
      await refresh()
    },
    onError: (error) => form.refuse(error, [QTY, REASON]),
  })
  const submit = () => {
    const { from, to, qty, reason } = form.draft
    const move = { line_id: line.id, from, to, qty: qty ?? 0, reason: reason.trim() }
    const body = form.checked(MoveLines, { moves: [move] }, refusals(form.draft, part))
    if (body) send.mutate({ params: { id: orderId }, body })
  }
  return { ...form, part, busy: send.isPending, submit }
}

/** Moves a quantity of one part of a line to a permitted state. */
export default function MoveLineDialog(props: Props & { first: Movable }) {
  const { line, parts, mover, first, onClose } = props
  const { draft, errors, isDirty, change, part, busy, submit } = useMoving(props, first)
  const question = questionOf(line, part.state)
  return (
    <FormDialog
      width="sm"
      title={`${line.brand} ${line.article}`}
      description={line.name}
      submit={mover === 'client' || part.ways.length === 1 ? wayText(mover, draft.to) : 'Сменить статус'}
      dangerous={draft.to === 'cancelled_client'}
      form={{ errors, busy, submit }}
      isDirty={isDirty}
      onClose={onClose}
    >
      {question && <Notice tone="warn">{question}</Notice>}
      {parts.length > 1 && (
        <Select
          label="Какая часть"
          items={parts.map(({ state, qty }) => ({
            value: state,
            label: `${LINE_STATES[state]}, ${quantity(qty, line.unit)}`,
          }))}
          value={draft.from}
          onValueChange={(state) => {
            const chosen = parts.find((one) => one.state === state)
            if (chosen) change({ ...asDraft(chosen), reason: draft.reason })
          }}
        />
      )}
      {part.ways.length > 1 && (
        <Select
          label={mover === 'client' ? 'Ваше решение' : 'Новый статус'}
          items={part.ways.map((value) => ({ value, label: wayText(mover, value) }))}
          value={draft.to}
          onValueChange={(to) => to && change({ to })}
        />
      )}
      <NumberField
        label="Количество"
        hint={`Из ${quantity(part.qty, line.unit)}`}
        required
        min={0}
        format={{ maximumFractionDigits: 3 }}
        value={draft.qty}
        onValueChange={(qty) => change({ qty })}
        error={errors.fields[QTY]}
      />
      <TextArea
        label="Причина"
        {...(mover === 'staff' && { hint: 'Её увидит и покупатель' })}
        required={isStepBack(draft.from, draft.to)}
        maxLength={500}
        value={draft.reason}
        onValueChange={(reason) => change({ reason })}
        error={errors.fields[REASON]}
      />
    </FormDialog>
  )
}
