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
  const { draft, errors } = form
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
        value={draft.name}
        onValueChange={(name) => form.change({ name })}
        error={errors.fields['name']}
      />
      <TextArea
        label="Примечание"
        hint="Видно только сотрудникам."
        rows={2}
        maxLength={500}
        value={draft.note}
        onValueChange={(note) => form.change({ note })}
        error={errors.fields['note']}
      />
      <div className="grid gap-x-4 gap-y-3.5 sm:grid-cols-3">
        <MoneyField
          label="Стоимость доставки"
          hint="За день на точку, с НДС. Пусто: бесплатно."
          value={draft.charge_kop}
          onValueChange={(charge_kop) => form.change({ charge_kop })}
          error={errors.fields['charge_kop']}
        />
        <MoneyField
          label="Бесплатно от"
          hint="Сумма заказов за день."
          disabled={draft.charge_kop === null}
          value={draft.free_from_kop}
          onValueChange={(free_from_kop) => form.change({ free_from_kop })}
          error={errors.fields['free_from_kop']}
        />
        <MoneyField
          label="Минимальная сумма"
          hint="Меньше не везём: только самовывоз."
          value={draft.minimum_kop}
          onValueChange={(minimum_kop) => form.change({ minimum_kop })}
          error={errors.fields['minimum_kop']}
        />
      </div>
      <DeliveryRunFields form={form} />
    </FormDialog>
  )
}
