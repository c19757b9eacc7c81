import { NewReceiptLine, goodsReceiptRoutes, type Receipt } from '@artikul/contract/purchasing/goods-receipts'
import { useForm } from '../../../lib/browser/use-form.ts'
import { FormDialog } from '../../../ui/windows/form-dialog.tsx'
import { MoneyField, NumberField } from '../../../ui/fields/number-field.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { useApiMutation } from '../../../lib/api/use-api-mutation.ts'
import { RECEIPT_KEYS } from './goods-receipts.api.ts'

/** Adds a line of the УПД by hand. */
export default function AddLineDialog({ receipt, onClose }: { receipt: Receipt; onClose: () => void }) {
  const form = useForm<{ brand: string; article: string; qty: number | null; price_kop: number | null }>({
    defaultValues: {
      brand: '',
      article: '',
      qty: 1,
      price_kop: null,
    },
  })
  const add = useApiMutation(goodsReceiptRoutes.addLine, { invalidates: RECEIPT_KEYS })
  const { draft, errors, field } = form
  const submit = () => {
    const missing = draft.qty === null ? { qty: 'Укажите количество' } : {}
    const body = form.checked(NewReceiptLine, draft, missing)
    if (!body) return
    void add.mutateAsync({ params: { id: receipt.id }, body }).then(onClose, (error: unknown) => form.refuse(error))
  }
  return (
    <FormDialog
      title="Добавить строку"
      description="Как написано в УПД. Если строки там нет, количество по документу — 0."
      width="sm"
      submit="Добавить"
      form={{ errors, busy: add.isPending, submit }}
      isDirty={form.isDirty}
      onClose={onClose}
    >
      <TextField label="Бренд" required maxLength={100} {...field('brand')} />
      <TextField label="Артикул" required maxLength={100} {...field('article')} />
      <NumberField label="Количество по документу" required min={0} max={999_999} {...field('qty')} />
      <MoneyField label="Цена за единицу" hint="С НДС, как в заказе поставщику" {...field('price_kop')} />
    </FormDialog>
  )
}
