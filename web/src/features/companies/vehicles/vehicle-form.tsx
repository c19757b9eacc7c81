import type { Vehicle } from '@artikul/contract/companies/vehicles'
import { useQuery } from '@tanstack/react-query'
import { consigneesQuery } from '../../../lib/queries/consignees-query.ts'
import { SearchSelect } from '../../../ui/fields/search-select.tsx'
import { TextArea, TextField } from '../../../ui/fields/text-field.tsx'
import { FormDialog } from '../../../ui/windows/form-dialog.tsx'
import { useVehicleForm } from './use-vehicle-form.ts'
import { VehicleActions } from './vehicle-actions.tsx'

interface Props {
  /** `null` for a new vehicle. */
  vehicle: Vehicle | null
  /** Number of a new vehicle, as searched for. */
  number?: string | undefined
  onClose: () => void
  onSaved?: (id: number) => void
  /** Called when the vehicle was deleted or archived. */
  onGone?: () => void
}

/** Form of a new or existing vehicle. */
export default function VehicleForm({ vehicle, number, onClose, onSaved, onGone = onClose }: Props) {
  const form = useVehicleForm(vehicle, {
    number,
    onSaved: (id) => {
      onSaved?.(id)
      onClose()
    },
  })
  const { draft, change, field } = form
  const { data: points } = useQuery(consigneesQuery)
  return (
    <FormDialog
      side
      title={vehicle ? vehicle.name : 'Новая машина'}
      label={vehicle ? 'Машина' : 'Новая машина'}
      submit={vehicle ? 'Сохранить' : 'Добавить'}
      form={form}
      disabled={!form.changed}
      isDirty={form.changed}
      onClose={onClose}
      below={
        vehicle && (
          <div className="mt-5 border-t border-hairline pt-4">
            <VehicleActions
              vehicle={vehicle}
              onError={(error) => form.refuse(error)}
              onGone={onGone}
              onRestored={onClose}
            />
          </div>
        )
      }
    >
      <div className="grid gap-x-4 gap-y-3.5 sm:grid-cols-2">
        <TextField
          {...field('name')}
          className="sm:col-span-2"
          label="Название"
          hint="Попадёт в «Вашу пометку» заказанных деталей, например «Газель 2, Иванов»"
          required
          maxLength={100}
        />
        <TextField {...field('plate')} label="Госномер" placeholder="А123ВС77" maxLength={50} />
        <TextField {...field('vin')} label="VIN" maxLength={50} />
        <TextField {...field('frame_number')} label="Номер кузова" placeholder="NZE121-3012345" maxLength={50} />
        <TextField {...field('make')} label="Марка" maxLength={60} />
        <TextField {...field('model')} label="Модель" maxLength={60} />
        <TextField {...field('year')} label="Год выпуска" inputMode="numeric" maxLength={4} />
        <SearchSelect
          className="sm:col-span-2"
          label="Обычная точка доставки"
          placeholder="Не выбрана"
          items={(points?.results ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          value={draft.consignee_id}
          onValueChange={(consignee_id) => change({ consignee_id })}
          error={form.errors.fields['consignee_id']}
        />
        <TextArea {...field('notes')} className="sm:col-span-2" label="Заметки" maxLength={1000} />
      </div>
    </FormDialog>
  )
}
