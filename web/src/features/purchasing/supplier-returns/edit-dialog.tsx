import { ChangedReturn, supplierReturnRoutes, type SupplierReturn } from '@artikul/contract/purchasing/supplier-returns'
import { useApiMutation } from '../../../lib/api/use-api-mutation.ts'
import { useForm } from '../../../lib/browser/use-form.ts'
import { MoneyField, NumberField } from '../../../ui/fields/number-field.tsx'
import { TextArea } from '../../../ui/fields/text-field.tsx'
import { toast } from '../../../ui/hints/toast.ts'
import { Article } from '../../../ui/text/article.tsx'
import { FormDialog } from '../../../ui/windows/form-dialog.tsx'
import { RETURN_KEYS } from './supplier-returns.api.ts'

interface Draft {
  text: string
  lines: { id: number; qty: number | null; purchase_kop: number | null }[]
}

/** Text, quantities and purchase prices of a draft. */
export default function EditDialog({ made, onClose }: { made: SupplierReturn; onClose: () => void }) {
  const { draft, errors, isDirty, change, field, checked, refuse } = useForm<Draft>({
    defaultValues: {
      text: made.text,
      lines: made.lines.map(({ id, qty, purchase_kop }) => ({ id, qty, purchase_kop })),
    },
  })
  const save = useApiMutation(supplierReturnRoutes.update, { invalidates: RETURN_KEYS })
  const changeLine = (id: number, typed: Partial<Draft['lines'][number]>) =>
    change({ lines: draft.lines.map((line) => (line.id === id ? { ...line, ...typed } : line)) })
  const fields = draft.lines.flatMap((_, at) => [`lines.${at}.qty`, `lines.${at}.purchase_kop`])
  const submit = () => {
    const body = checked(ChangedReturn, draft)
    if (!body) return
    save.mutate(
      { params: { id: made.id }, body: { ...body, version: made.version } },
      {
        onSuccess: () => {
          toast({ severity: 'success', summary: 'Черновик изменён', detail: made.number })
          onClose()
        },
        onError: (error) => refuse(error, ['text', ...fields]),
      },
    )
  }
  return (
    <FormDialog
      title={`Возврат ${made.number}`}
      submit="Сохранить"
      form={{ errors, busy: save.isPending, submit }}
      isDirty={isDirty}
      onClose={onClose}
    >
      <TextArea label="Что не так с товаром" maxLength={2000} {...field('text')} />
      {made.lines.map(({ id, brand, article }, at) => (
        <fieldset key={id} className="grid gap-3 sm:grid-cols-2">
          <legend className="mb-2 text-sm">
            <span className="font-semibold">{brand}</span> <Article>{article}</Article>
          </legend>
          <NumberField
            label="Возвращаем"
            hint="Ноль убирает строку."
            required
            min={0}
            value={draft.lines[at]?.qty ?? null}
            onValueChange={(qty) => changeLine(id, { qty })}
            error={errors.fields[`lines.${at}.qty`]}
          />
          <MoneyField
            label="Закупка"
            required
            value={draft.lines[at]?.purchase_kop ?? null}
            onValueChange={(purchase_kop) => changeLine(id, { purchase_kop })}
            error={errors.fields[`lines.${at}.purchase_kop`]}
          />
        </fieldset>
      ))}
    </FormDialog>
  )
}
