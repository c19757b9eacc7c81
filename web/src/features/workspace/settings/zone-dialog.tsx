import type { Zone } from '@artikul/contract/pricing/delivery'
import { FormDialog } from '../../../ui/windows/form-dialog.tsx'
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
      <DeliveryRunFields form={form} />
    </FormDialog>
  )
}
