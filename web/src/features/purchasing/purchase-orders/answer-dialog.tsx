import {
  SupplierAnswerLine,
  supplierOrderRoutes,
  type SupplierOrderLine,
} from '@artikul/contract/purchasing/supplier-orders'
import { counted } from '@artikul/contract/core/plural'
import { z } from 'zod'
import { receiverText } from '../../../lib/text/receiver.ts'
import { useForm } from '../../../lib/browser/use-form.ts'
import { Article } from '../../../ui/text/article.tsx'
import { DateField } from '../../../ui/dates/date-field.tsx'
import { FormDialog } from '../../../ui/windows/form-dialog.tsx'
import { MoneyField, NumberField } from '../../../ui/fields/number-field.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { toast } from '../../../ui/hints/toast.ts'
import { useApiMutation } from '../../../lib/api/use-api-mutation.ts'
import { SUPPLIER_ORDER_KEYS } from './supplier-orders.api.ts'

interface Props {
  orderId: number
  lines: readonly SupplierOrderLine[]
  onClose: (isDone: boolean) => void
}

interface Draft {
  confirmed_qty: number | null
  price_kop: number | null
  new_article: string
  promised_on: string | null
  reason: string
}

const draftOf = ({
  qty,
  confirmed_qty,
  confirmed_kop,
  purchase_kop,
  new_article,
  promised_on,
}: SupplierOrderLine): Draft => ({
  confirmed_qty: confirmed_qty ?? qty,
  price_kop: confirmed_kop ?? purchase_kop,
  new_article,
  promised_on,
  reason: '',
})

const Answers = z.object({ answers: z.array(SupplierAnswerLine) })
const FIELDS = Object.keys(SupplierAnswerLine.shape)

/** Paths of the fields that the server may reject. */
const refusable = (count: number) =>
  Array.from({ length: count }, (_, at) => FIELDS.map((field) => `answers.${at}.${field}`)).flat()

/** «Ответ вручную»: records the supplier's answer by phone or email on the chosen lines. */
export default function AnswerDialog({ orderId, lines, onClose }: Props) {
  const { draft, errors, isDirty, change, checked, refuse } = useForm({
    defaultValues: { answers: lines.map(draftOf) },
  })
  const send = useApiMutation(supplierOrderRoutes.answer, { invalidates: SUPPLIER_ORDER_KEYS })
  const put = (at: number, typed: Partial<Draft>) =>
    change({ answers: draft.answers.map((one, place) => (place === at ? { ...one, ...typed } : one)) })
  const submit = () => {
    const body = checked(Answers, {
      answers: lines.map(({ id, version }, at) => ({ line_id: id, version, ...draft.answers[at] })),
    })
    if (!body) return
    send.mutate(
      { params: { id: orderId }, body },
      {
        onSuccess: ({ not_applied }) => {
          const isWhole = not_applied.length === 0
          const left = counted(not_applied.length, 'строке', 'строкам', 'строкам')
          toast({
            severity: isWhole ? 'success' : 'warn',
            summary: isWhole ? 'Ответ принят' : `Ответ не применён к ${left} клиента`,
          })
          onClose(true)
        },
        onError: (error) => refuse(error, refusable(lines.length)),
      },
    )
  }
  return (
    <FormDialog
      side
      title="Ответ вручную"
      description="Что поставщик сказал о выбранных строках: строки клиентов пойдут за ними."
      submit="Принять ответ"
      form={{ errors, busy: send.isPending, submit }}
      isDirty={isDirty}
      onClose={() => onClose(false)}
    >
      {lines.map((line, at) => {
        const own = draft.answers[at]
        return (
          own && (
            <LineAnswer
              key={line.id}
              line={line}
              draft={own}
              errorOf={(field) => errors.fields[`answers.${at}.${field}`]}
              onChange={(typed) => put(at, typed)}
            />
          )
        )
      })}
    </FormDialog>
  )
}

interface LineProps {
  line: SupplierOrderLine
  draft: Draft
  errorOf: (field: keyof Draft) => string | undefined
  onChange: (typed: Partial<Draft>) => void
}

const LineAnswer = ({ line, draft, errorOf, onChange }: LineProps) => (
  <fieldset className="flex flex-col gap-3 border-b border-hairline pb-4 last:border-b-0">
    <legend className="mb-2 text-sm">
      <span className="font-semibold">{line.brand}</span> <Article>{line.article}</Article>, {receiverText(line)}
    </legend>
    <div className="grid gap-3 sm:grid-cols-3">
      <NumberField
        label="Подтверждено"
        hint={`Заказано ${line.qty}; ноль — отказ.`}
        required
        min={0}
        max={line.qty}
        value={draft.confirmed_qty}
        onValueChange={(qty) => onChange({ confirmed_qty: qty })}
        error={errorOf('confirmed_qty')}
      />
      <MoneyField
        label="Цена"
        value={draft.price_kop}
        onValueChange={(kop) => onChange({ price_kop: kop })}
        error={errorOf('price_kop')}
      />
      <DateField
        label="Придёт"
        value={draft.promised_on}
        onValueChange={(day) => onChange({ promised_on: day })}
        error={errorOf('promised_on')}
      />
    </div>
    <div className="grid gap-3 sm:grid-cols-2">
      <TextField
        label="Новый номер"
        maxLength={100}
        value={draft.new_article}
        onValueChange={(article) => onChange({ new_article: article })}
        error={errorOf('new_article')}
      />
      <TextField
        label="Ответ поставщика"
        maxLength={300}
        value={draft.reason}
        onValueChange={(reason) => onChange({ reason })}
        error={errorOf('reason')}
      />
    </div>
  </fieldset>
)
