import { SENDINGS, type Sending } from '@artikul/contract/suppliers/online-suppliers'
import { SupplierTerms, supplierOrderRoutes, type SupplierQueue } from '@artikul/contract/purchasing/supplier-orders'
import { useForm } from '../../../lib/browser/use-form.ts'
import { FormDialog } from '../../../ui/windows/form-dialog.tsx'
import { MoneyField, NumberField } from '../../../ui/fields/number-field.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { toast } from '../../../ui/hints/toast.ts'
import { useApiMutation } from '../../../lib/api/use-api-mutation.ts'
import { SUPPLIER_ORDER_KEYS } from './supplier-orders.api.ts'

const WAYS = Object.entries(SENDINGS).map(([value, label]) => ({ value: value as Sending, label }))

interface Draft {
  sending: Sending
  min_order_kop: number | null
  /** Tolerance in per cent. */
  tolerance: number | null
  orders_email: string
  payment_method: string
  shipment_method: string
  shipment_address: string
}

const draftOf = ({ sending, min_order_kop, tolerance_hundredths, ...queue }: SupplierQueue): Draft => ({
  sending,
  min_order_kop,
  tolerance: tolerance_hundredths / 100,
  orders_email: queue.orders_email,
  payment_method: queue.payment_method,
  shipment_method: queue.shipment_method,
  shipment_address: queue.shipment_address,
})

const fieldsOf = ({ tolerance, ...draft }: Draft) => ({
  ...draft,
  tolerance_hundredths: tolerance === null ? null : Math.round(tolerance * 100),
})

/** Schedule and destination of orders to a supplier. */
export default function TermsDialog({ queue, onClose }: { queue: SupplierQueue; onClose: () => void }) {
  const { draft, errors, isDirty, change, field, checked, refuse } = useForm({
    defaultValues: draftOf(queue),
    paths: { tolerance: 'tolerance_hundredths' },
  })
  const save = useApiMutation(supplierOrderRoutes.updateTerms, { invalidates: SUPPLIER_ORDER_KEYS })
  const { source, version, channel } = queue
  const submit = () => {
    const terms = checked(SupplierTerms, fieldsOf(draft))
    if (!terms) return
    save.mutate(
      { params: { id: source.id }, body: { version, ...terms } },
      {
        onSuccess: () => {
          toast({ severity: 'success', summary: 'Условия изменены', detail: source.name })
          onClose()
        },
        onError: (error) => refuse(error),
      },
    )
  }
  return (
    <FormDialog
      title={source.name}
      label="Условия отправки заказов"
      description="Когда заказы уходят этому поставщику и на каких условиях."
      submit="Сохранить"
      form={{ errors, busy: save.isPending, submit }}
      isDirty={isDirty}
      onClose={onClose}
    >
      <Select
        label="Отправка заказов"
        items={WAYS}
        value={draft.sending}
        onValueChange={(sending) => sending && change({ sending })}
        error={errors.fields['sending']}
      />
      <div className="grid gap-3 sm:grid-cols-2">
        <MoneyField label="Наименьший заказ" hint="Без ограничения, если 0." required {...field('min_order_kop')} />
        <NumberField
          label="Допустимый рост закупки, %"
          hint="Насколько цена может вырасти после заказа."
          required
          min={0}
          max={100}
          {...field('tolerance')}
        />
      </div>
      {channel === 'api' ? (
        <ByApi draft={draft} errors={errors.fields} onChange={change} />
      ) : (
        <TextField
          label="Куда слать заказы файлом"
          hint="Без адреса заказ передаёт менеджер, файл можно скачать."
          type="email"
          autoComplete="off"
          maxLength={254}
          value={draft.orders_email}
          onValueChange={(email) => change({ orders_email: email.trim() })}
          error={errors.fields['orders_email']}
        />
      )}
    </FormDialog>
  )
}

interface PartProps {
  draft: Draft
  errors: Record<string, string>
  onChange: (typed: Partial<Draft>) => void
}

const NUMBERS = [
  ['payment_method', 'Способ оплаты'],
  ['shipment_method', 'Способ доставки'],
  ['shipment_address', 'Адрес доставки'],
] as const

/** Payment, shipment and address numbers in the supplier's own system. */
const ByApi = ({ draft, errors, onChange }: PartProps) => (
  <div className="grid gap-3 sm:grid-cols-3">
    {NUMBERS.map(([field, label]) => (
      <TextField
        key={field}
        label={label}
        hint="Номер у поставщика."
        maxLength={50}
        autoComplete="off"
        value={draft[field]}
        onValueChange={(text) => onChange({ [field]: text.trim() })}
        error={errors[field]}
      />
    ))}
  </div>
)
