import { ReturnAnswer, supplierReturnRoutes, type SupplierReturn } from '@artikul/contract/purchasing/supplier-returns'
import { useApiMutation } from '../../../lib/api/use-api-mutation.ts'
import { useForm } from '../../../lib/browser/use-form.ts'
import { NumberField } from '../../../ui/fields/number-field.tsx'
import { TextArea, TextField } from '../../../ui/fields/text-field.tsx'
import { toast } from '../../../ui/hints/toast.ts'
import { FormDialog } from '../../../ui/windows/form-dialog.tsx'
import { RETURN_KEYS } from './supplier-returns.api.ts'

interface Draft {
  lines: { id: number; accepted_qty: number | null }[]
  answer: string
  document_number: string
}

/** What the supplier decided about each line. */
export default function AnswerReturnDialog({ made, onClose }: { made: SupplierReturn; onClose: () => void }) {
  const { draft, errors, isDirty, change, field, checked, refuse } = useForm<Draft>({
    defaultValues: {
      lines: made.lines.map(({ id, qty }) => ({ id, accepted_qty: qty })),
      answer: '',
      document_number: '',
    },
    paths: { lines: ['lines', 'answer'] },
  })
  const save = useApiMutation(supplierReturnRoutes.answer, { invalidates: RETURN_KEYS })
  const isAccepted = draft.lines.some((line) => (line.accepted_qty ?? 0) > 0)
  const submit = () => {
    const answer = checked(ReturnAnswer, draft)
    if (!answer) return
    save.mutate(
      { params: { id: made.id }, body: { version: made.version, answer } },
      {
        onSuccess: () => {
          toast({ severity: 'success', summary: 'Решение поставщика записано', detail: made.number })
          onClose()
        },
        onError: (error) => refuse(error, []),
      },
    )
  }
  return (
    <FormDialog
      title="Решение поставщика"
      description={`${made.source.name}, возврат ${made.number}. Оно станет предложением решить обращение покупателя.`}
      submit={isAccepted ? 'Поставщик принял' : 'Поставщик отказал'}
      dangerous={!isAccepted}
      form={{ errors, busy: save.isPending, submit }}
      isDirty={isDirty}
      onClose={onClose}
    >
      {made.lines.map(({ id, brand, article, qty }, at) => (
        <NumberField
          key={id}
          label={`${brand} ${article}: принял`}
          hint={`Возвращаем ${qty}; ноль — отказ.`}
          required
          min={0}
          max={qty}
          value={draft.lines[at]?.accepted_qty ?? null}
          onValueChange={(accepted_qty) =>
            change({ lines: draft.lines.map((line) => (line.id === id ? { ...line, accepted_qty } : line)) })
          }
          error={errors.fields[`lines.${at}.accepted_qty`]}
        />
      ))}
      <TextArea
        label={isAccepted ? 'Слова поставщика' : 'Причина отказа'}
        hint="Покупателю они уйдут, только если вы оставите их в решении по обращению."
        required={!isAccepted}
        maxLength={500}
        {...field('answer')}
      />
      <TextField label="Номер документа поставщика" maxLength={50} autoComplete="off" {...field('document_number')} />
    </FormDialog>
  )
}
