import { NewReceipt, goodsReceiptRoutes } from '@artikul/contract/purchasing/goods-receipts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useForm } from '../../../lib/browser/use-form.ts'
import { DateField } from '../../../ui/dates/date-field.tsx'
import { FormDialog } from '../../../ui/windows/form-dialog.tsx'
import { SearchSelect } from '../../../ui/fields/search-select.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { useApiMutation } from '../../../lib/api/use-api-mutation.ts'
import { receiptSuppliersQuery, RECEIPT_KEYS } from './goods-receipts.api.ts'

/** «Новая приёмка»: creates a receipt by a supplier's document. */
export default function NewReceiptDialog({
  supplyRouteId,
  onClose,
}: {
  supplyRouteId: number | null
  onClose: () => void
}) {
  const navigate = useNavigate()
  const { data: suppliers = [] } = useQuery(receiptSuppliersQuery)
  const form = useForm<{ supply_route_id: number | null; number: string; made_on: string | null }>({
    defaultValues: {
      supply_route_id: supplyRouteId,
      number: '',
      made_on: null,
    },
  })
  const create = useApiMutation(goodsReceiptRoutes.create, { invalidates: RECEIPT_KEYS })
  const { draft, errors, field } = form
  const submit = () => {
    const missing = {
      ...(draft.supply_route_id === null && { supply_route_id: 'Выберите поставщика' }),
      ...(draft.made_on === null && { made_on: 'Укажите дату УПД' }),
    }
    const body = form.checked(NewReceipt, draft, missing)
    if (!body) return
    // Awaited as a promise: the navigation unmounts this window.
    void create.mutateAsync({ body }).then(
      ({ id }) => {
        onClose()
        void navigate({ to: '/goods-receipts/$id', params: { id: String(id) } })
      },
      (error: unknown) => form.refuse(error),
    )
  }
  return (
    <FormDialog
      title="Новая приёмка"
      description="Дальше загрузите УПД файлом или сканируйте то, что пришло."
      width="sm"
      submit="Начать"
      form={{ errors, busy: create.isPending, submit }}
      isDirty={form.isDirty}
      onClose={onClose}
    >
      <SearchSelect
        label="Поставщик"
        required
        items={suppliers.map(({ id, name }) => ({ value: id, label: name }))}
        {...field('supply_route_id')}
      />
      <TextField label="Номер УПД" required maxLength={50} {...field('number')} />
      <DateField label="Дата УПД" required {...field('made_on')} />
    </FormDialog>
  )
}
