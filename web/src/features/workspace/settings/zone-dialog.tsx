import type { Zone } from '@artikul/contract/pricing/delivery'
import { FormDialog } from '../../../ui/windows/form-dialog.tsx'
import { MoneyField } from '../../../ui/fields/number-field.tsx'
import { TextArea, TextField } from '../../../ui/fields/text-field.tsx'
import { useZoneForm } from './use-zone-form.ts'
import { DeliveryRunFields } from './delivery-run-fields.tsx'

interface Props {
  /** `null` for a new zone. */
  zone: Zone | null
  onClose: () => void
}

export default function ZoneDialog({ zone, onClose }: Props) {
  const form = useZoneForm(zone, onClose)
  const { draft, field } = form
  const title = zone ? `Зона «${zone.name}»` : 'Новая зона доставки'
  return (
    <FormDialog
      side
      title={title}
      submit={zone ? 'Сохранить' : 'Добавить'}
      form={form}
      isDirty={form.changed}
      onClose={onClose}
    >
      <TextField
        label="Название зоны"
        placeholder="Север"
        required
        maxLength={100}
        autoComplete="off"
        {...field('name')}
      />
      <TextArea label="Примечание" hint="Видно только сотрудникам." rows={2} maxLength={500} {...field('note')} />
      <div className="grid gap-x-4 gap-y-3.5 sm:grid-cols-3">
        <MoneyField
          label="Стоимость доставки"
          hint="За день на точку, с НДС. Пусто: бесплатно."
          {...field('charge_kop')}
        />
        <MoneyField
          label="Бесплатно от"
          hint="Сумма заказов за день."
          disabled={draft.charge_kop === null}
          {...field('free_from_kop')}
        />
        <MoneyField label="Минимальная сумма" hint="Меньше не везём: только самовывоз." {...field('minimum_kop')} />
      </div>
      <DeliveryRunFields form={form} />
    </FormDialog>
  )
}
