import { WarehouseFields, supplyRouteRoutes, type Warehouse } from '@artikul/contract/suppliers/supply-routes'
import { useDraft } from '../../../lib/browser/use-draft.ts'
import { FormDialog } from '../../../ui/windows/form-dialog.tsx'
import { NumberField } from '../../../ui/fields/number-field.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { toast } from '../../../ui/hints/toast.ts'
import { WeekdaysField } from '../../../ui/dates/weekdays-field.tsx'
import { useApiMutation } from '../../../lib/api/use-api-mutation.ts'

type Draft = { [K in keyof WarehouseFields]: WarehouseFields[K] | (WarehouseFields[K] extends number ? null : never) }

const ZONES = [
  ['Europe/Kaliningrad', 'Калининград'],
  ['Europe/Moscow', 'Москва'],
  ['Europe/Samara', 'Самара'],
  ['Asia/Yekaterinburg', 'Екатеринбург'],
  ['Asia/Omsk', 'Омск'],
  ['Asia/Novosibirsk', 'Новосибирск'],
  ['Asia/Krasnoyarsk', 'Красноярск'],
  ['Asia/Irkutsk', 'Иркутск'],
  ['Asia/Yakutsk', 'Якутск'],
  ['Asia/Vladivostok', 'Владивосток'],
  ['Asia/Magadan', 'Магадан'],
  ['Asia/Kamchatka', 'Камчатка'],
  ['Asia/Almaty', 'Алматы'],
  ['Europe/Minsk', 'Минск'],
].map(([value = '', label = '']) => ({ value, label }))

/** Returns the selectable time zones, including the stored one. */
const zonesWith = (zone: string) =>
  ZONES.some(({ value }) => value === zone) ? ZONES : [...ZONES, { value: zone, label: zone }]

const draftOf = ({
  shown_as,
  region,
  time_zone,
  cutoff,
  ships_on,
  term_days,
  guarantee_days,
  return_days,
}: Warehouse): Draft => ({
  shown_as,
  region,
  time_zone,
  cutoff,
  ships_on,
  term_days,
  guarantee_days,
  return_days,
})
const DAYS = [
  ['term_days', 'Срок, дней', 'Календарных дней от дня отгрузки.'],
  ['guarantee_days', 'Гарантия сверх срока, рабочих дней', '«Гарантируем» позже, чем «Ожидаем».'],
  ['return_days', 'Возврат, дней', 'Без возврата, если 0.'],
] as const

export default function WarehouseDialog({ warehouse, onClose }: { warehouse: Warehouse; onClose: () => void }) {
  const { draft, errors, change, isDirty, checked, refuse } = useDraft(draftOf(warehouse))
  const save = useApiMutation(supplyRouteRoutes.updateWarehouse, { invalidates: ['supply-routes'] })
  const submit = () => {
    const fields = checked(WarehouseFields, draft)
    if (!fields) return
    save.mutate(
      { params: { id: warehouse.id }, body: { version: warehouse.version, ...fields } },
      {
        onSuccess: () => {
          toast({ severity: 'success', summary: 'Склад сохранён', detail: warehouse.name })
          onClose()
        },
        onError: (error) => refuse(error, Object.keys(draft)),
      },
    )
  }
  return (
    <FormDialog
      side
      title={warehouse.name}
      label="Склад"
      submit="Сохранить"
      form={{ errors, busy: save.isPending, submit }}
      isDirty={isDirty}
      onClose={onClose}
    >
      <TextField
        label="Как видят клиенты"
        hint="Свой склад по названию, чужой по номеру: «Склад 107»."
        required
        maxLength={60}
        value={draft.shown_as}
        onValueChange={(shown_as) => change({ shown_as })}
        error={errors.fields['shown_as']}
      />
      <TextField
        label="Регион"
        maxLength={100}
        value={draft.region}
        onValueChange={(region) => change({ region })}
        error={errors.fields['region']}
      />
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField
          label="Отсечка"
          hint="Позже — на следующий рабочий день."
          required
          maxLength={5}
          value={draft.cutoff}
          onValueChange={(cutoff) => change({ cutoff })}
          error={errors.fields['cutoff']}
        />
        <Select
          label="Часовой пояс"
          items={zonesWith(warehouse.time_zone)}
          value={draft.time_zone}
          onValueChange={(zone) => zone && change({ time_zone: zone })}
          error={errors.fields['time_zone']}
        />
      </div>
      <WeekdaysField
        label="Дни отгрузки"
        hint="Ничего не выбрано — каждый рабочий день."
        value={draft.ships_on ?? []}
        onValueChange={(weekdays) => change({ ships_on: weekdays.length > 0 ? weekdays : null })}
        error={errors.fields['ships_on']}
      />
      {DAYS.map(([field, label, hint]) => (
        <NumberField
          key={field}
          label={label}
          hint={hint}
          required
          min={0}
          value={draft[field]}
          onValueChange={(value) => change({ [field]: value })}
          error={errors.fields[field]}
        />
      ))}
    </FormDialog>
  )
}
