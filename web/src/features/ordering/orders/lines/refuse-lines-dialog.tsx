import { counted } from '@artikul/contract/core/plural'
import { MoveLines, orderRoutes, type OrderLine } from '@artikul/contract/ordering/orders/orders'
import { toThousandths } from '@artikul/contract/core/money'
import { useForm } from '../../../../lib/browser/use-form.ts'
import { quantity } from '../../../../lib/text/format.ts'
import { useApiMutation, useInvalidate } from '../../../../lib/api/use-api-mutation.ts'
import { Checkbox } from '../../../../ui/fields/checkbox.tsx'
import { TextArea } from '../../../../ui/fields/text-field.tsx'
import { Article } from '../../../../ui/text/article.tsx'
import { FormDialog } from '../../../../ui/windows/form-dialog.tsx'
import { ORDER_KEYS } from '../order-acts.ts'
import { movesTo, partsToRefuse } from './line-ways.ts'
import { toastMoved } from './toast-moved.ts'

interface Props {
  orderId: number
  /** Lines that may be refused. */
  lines: readonly OrderLine[]
  /** Lines chosen at first. */
  chosen: readonly number[]
  onClose: () => void
}

const lineCount = (count: number) => counted(count, 'строка', 'строки', 'строк')
const titleOf = ({ brand, article }: OrderLine) => `${brand} ${article}`

const refusedQty = (line: OrderLine) => partsToRefuse(line).reduce((sum, { qty }) => sum + toThousandths(qty), 0) / 1000

function useRefusal({ orderId, lines, chosen, onClose }: Props) {
  const refresh = useInvalidate(...ORDER_KEYS)
  const form = useForm({ defaultValues: { ids: chosen, reason: '' } })
  const refused = lines.filter(({ id }) => form.draft.ids.includes(id))
  const [first] = refused
  const done = refused.length === 1 && first ? titleOf(first) : lineCount(refused.length)
  const send = useApiMutation(orderRoutes.move, {
    onSuccess: async (_, { body: { moves } }) => {
      toastMoved(`Отказано: ${done}`, 'staff', moves, refresh)
      onClose()
      await refresh()
    },
    onError: (error) => form.refuse(error, ['reason']),
  })
  const submit = () => {
    const reason = form.draft.reason.trim()
    const moves = refused.flatMap((line) =>
      movesTo('refused_supplier', line, partsToRefuse(line)).map((move) => ({ ...move, reason })),
    )
    const body = form.checked(
      MoveLines,
      { moves },
      reason === '' ? { reason: 'Укажите причину: её увидит покупатель' } : {},
    )
    if (body) send.mutate({ params: { id: orderId }, body })
  }
  return { ...form, refused, busy: send.isPending, submit }
}

/** Refuses the chosen lines of an order for one reason. */
export default function RefuseLinesDialog(props: Props) {
  const { lines, onClose } = props
  const { draft, errors, isDirty, change, field, refused, busy, submit } = useRefusal(props)
  const [only] = lines
  return (
    <FormDialog
      width="sm"
      title={lines.length === 1 && only ? `Отказать: ${titleOf(only)}` : 'Отказать в строках'}
      description={`Строки получат статус «Отказ поставщика», а покупатель увидит причину и замены.`}
      submit={refused.length > 1 ? `Отказать: ${lineCount(refused.length)}` : 'Отказать'}
      dangerous
      disabled={refused.length === 0}
      form={{ errors, busy, submit }}
      isDirty={isDirty}
      onClose={onClose}
    >
      {lines.length > 1 && <LineBoxes lines={lines} ids={draft.ids} onChange={(ids) => change({ ids })} />}
      <TextArea label="Причина" hint="Её увидит и покупатель" required maxLength={500} {...field('reason')} />
    </FormDialog>
  )
}

interface BoxesProps {
  lines: readonly OrderLine[]
  ids: readonly number[]
  onChange: (ids: readonly number[]) => void
}

function LineBoxes({ lines, ids, onChange }: BoxesProps) {
  return (
    <fieldset className="rounded-md border border-hairline">
      <legend className="sr-only">Строки</legend>
      <Checkbox
        className="border-b border-hairline px-3 py-1.5"
        label={`Все ${lineCount(lines.length)}`}
        checked={ids.length === lines.length}
        indeterminate={ids.length > 0 && ids.length < lines.length}
        onCheckedChange={(all) => onChange(all ? lines.map(({ id }) => id) : [])}
      />
      <div className="max-h-64 overflow-y-auto px-3 py-1.5">
        {lines.map((line) => (
          <Checkbox
            key={line.id}
            label={
              <>
                <span className="font-semibold">{line.brand}</span> <Article>{line.article}</Article>,{' '}
                {quantity(refusedQty(line), line.unit)}
              </>
            }
            checked={ids.includes(line.id)}
            onCheckedChange={(on) => onChange(on ? [...ids, line.id] : ids.filter((id) => id !== line.id))}
          />
        ))}
      </div>
    </fieldset>
  )
}
