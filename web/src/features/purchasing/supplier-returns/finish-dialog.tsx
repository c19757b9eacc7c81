import {
  RETURN_OUTCOMES,
  ReturnEnd,
  supplierReturnRoutes,
  type ReturnOutcome,
  type SupplierReturn,
} from '@artikul/contract/purchasing/supplier-returns'
import { useApiMutation } from '../../../lib/api/use-api-mutation.ts'
import { useForm } from '../../../lib/browser/use-form.ts'
import { MoneyField } from '../../../ui/fields/number-field.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { TextArea, TextField } from '../../../ui/fields/text-field.tsx'
import { toast } from '../../../ui/hints/toast.ts'
import { FormDialog } from '../../../ui/windows/form-dialog.tsx'
import { RETURN_KEYS } from './supplier-returns.api.ts'

const OUTCOMES = Object.entries(RETURN_OUTCOMES).map(([value, label]) => ({ value: value as ReturnOutcome, label }))

/** How an accepted return ended. */
export default function FinishDialog({ made, onClose }: { made: SupplierReturn; onClose: () => void }) {
  const { draft, errors, isDirty, change, field, checked, refuse } = useForm<{
    outcome: ReturnOutcome
    credited_kop: number | null
    document_number: string
    answer: string
  }>({
    defaultValues: {
      outcome: 'credited',
      credited_kop: made.total_kop,
      document_number: made.document_number,
      answer: '',
    },
    paths: { outcome: ['outcome', 'answer', 'credited_kop'] },
  })
  const save = useApiMutation(supplierReturnRoutes.finish, { invalidates: RETURN_KEYS })
  const { outcome } = draft
  const submit = () => {
    const end = checked(ReturnEnd, { ...draft, credited_kop: outcome === 'credited' ? draft.credited_kop : null })
    if (!end) return
    save.mutate(
      { params: { id: made.id }, body: { version: made.version, end } },
      {
        onSuccess: () => {
          toast({ severity: 'success', summary: RETURN_OUTCOMES[outcome], detail: made.number })
          onClose()
        },
        onError: (error) => refuse(error, []),
      },
    )
  }
  return (
    <FormDialog
      title={`Чем закончился возврат ${made.number}`}
      submit="Закончить"
      dangerous={outcome === 'refused'}
      form={{ errors, busy: save.isPending, submit }}
      isDirty={isDirty}
      onClose={onClose}
    >
      <Select
        label="Исход"
        items={OUTCOMES}
        value={outcome}
        onValueChange={(value) => value && change({ outcome: value })}
        error={errors.fields['outcome']}
      />
      {outcome === 'credited' && <MoneyField label="Зачтено" required {...field('credited_kop')} />}
      <TextField label="Номер документа поставщика" maxLength={50} autoComplete="off" {...field('document_number')} />
      <TextArea
        label={outcome === 'refused' ? 'Причина отказа' : 'Слова поставщика'}
        required={outcome === 'refused'}
        maxLength={500}
        {...field('answer')}
      />
    </FormDialog>
  )
}
