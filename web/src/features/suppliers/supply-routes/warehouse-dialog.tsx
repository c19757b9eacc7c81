import {
  NewWarehouse,
  WarehouseFields,
  supplyRouteRoutes,
  type Warehouse,
} from '@artikul/contract/suppliers/supply-routes'
import { sellerRoutes, type Seller } from '@artikul/contract/companies/sellers'
import { counted } from '@artikul/contract/core/plural'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useForm } from '../../../lib/browser/use-form.ts'
import { FormDialog } from '../../../ui/windows/form-dialog.tsx'
import { NumberField } from '../../../ui/fields/number-field.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { MoreFields } from './more-fields.tsx'
import { toast } from '../../../ui/hints/toast.ts'
import { WeekdaysField } from '../../../ui/dates/weekdays-field.tsx'
import { call } from '../../../lib/api/call.ts'
import { query } from '../../../lib/api/query.ts'
import { useInvalidate } from '../../../lib/api/use-api-mutation.ts'

type Draft = { seller_id: number | null } & {
  [K in keyof WarehouseFields]: WarehouseFields[K] | (WarehouseFields[K] extends number ? null : never)
}

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
  off_hours_days,
  guarantee_days,
  return_days,
}: WarehouseFields): Draft => ({
  seller_id: null,
  shown_as,
  region,
  time_zone,
  cutoff,
  ships_on,
  term_days,
  off_hours_days,
  guarantee_days,
  return_days,
})
const isOpen = ({ closed_at: closedAt }: Seller) => closedAt === null

const DAYS = [
  ['term_days', 'Срок, дней', 'Календарных дней от дня отгрузки.'],
  ['guarantee_days', 'Гарантия сверх срока, рабочих дней', '«Гарантируем» позже, чем «Ожидаем».'],
  ['return_days', 'Возврат, дней', 'Без возврата, если 0.'],
] as const

/** An own warehouse before anything is known of it. */
const NEW: WarehouseFields = {
  shown_as: '',
  region: '',
  time_zone: 'Europe/Moscow',
  cutoff: '16:00',
  ships_on: null,
  term_days: 0,
  off_hours_days: 0,
  guarantee_days: 1,
  return_days: 14,
}

/** Effect of the days added outside working hours. */
function offHoursText({ cutoff, term_days: term, off_hours_days: more }: Draft): string {
  if (!more) return 'Срок одинаков в любое время; после отсечки он считается со следующего дня отгрузки.'
  const whole = counted((term ?? 0) + more, 'день', 'дня', 'дней')
  return `Заказ после ${cutoff} или в день без отгрузки: срок ${whole} от следующего дня отгрузки.`
}

interface Props {
  /** `null` for a new own warehouse. */
  warehouse: Warehouse | null
  onClose: () => void
}

export default function WarehouseDialog({ warehouse, onClose }: Props) {
  const { draft, errors, change, field, isDirty, checked, refuse } = useForm({
    defaultValues: draftOf(warehouse ?? NEW),
  })
  const { data: sellers = [] } = useQuery(
    query(sellerRoutes.list, {}, { enabled: warehouse === null, select: ({ results }) => results.filter(isOpen) }),
  )
  // A single own company needs no choice.
  const sellerId = draft.seller_id ?? (sellers.length === 1 ? (sellers[0]?.id ?? null) : null)
  const save = useMutation({
    mutationFn: (send: () => Promise<unknown>) => send(),
    onSettled: useInvalidate('supply-routes', 'setup'),
  })
  const creating = () => {
    const body = checked(NewWarehouse, { ...draft, seller_id: sellerId })
    return body && (() => call(supplyRouteRoutes.createWarehouse, { body }))
  }
  const changing = ({ id, version }: Warehouse) => {
    const { seller_id: _, ...typed } = draft
    const fields = checked(WarehouseFields, typed)
    return fields && (() => call(supplyRouteRoutes.updateWarehouse, { params: { id }, body: { version, ...fields } }))
  }
  const submit = () => {
    const send = warehouse ? changing(warehouse) : creating()
    if (!send) return
    save.mutate(send, {
      onSuccess: () => {
        toast({ severity: 'success', summary: warehouse ? 'Склад сохранён' : 'Склад добавлен', detail: draft.shown_as })
        onClose()
      },
      onError: (error) => refuse(error),
    })
  }
  return (
    <FormDialog
      side
      title={warehouse?.name ?? 'Новый склад'}
      label="Склад"
      submit={warehouse ? 'Сохранить' : 'Добавить'}
      form={{ errors, busy: save.isPending, submit }}
      isDirty={isDirty}
      onClose={onClose}
    >
      {warehouse === null && (
        <Select
          label="Чей склад"
          required
          placeholder="Выберите нашу компанию"
          items={sellers.map(({ id, name }) => ({ value: id, label: name }))}
          value={sellerId}
          onValueChange={(id) => change({ seller_id: id })}
          error={errors.fields['seller_id']}
        />
      )}
      <TextField
        label="Как видят клиенты"
        hint="Свой склад по названию, чужой по номеру: «Склад 107»."
        required
        maxLength={60}
        {...field('shown_as')}
      />
      <TextField label="Регион" maxLength={100} {...field('region')} />
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField
          label="Отсечка"
          hint="Позже — на следующий рабочий день."
          required
          maxLength={5}
          {...field('cutoff')}
        />
        <Select
          label="Часовой пояс"
          items={zonesWith(draft.time_zone)}
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
      <MoreFields
        isOpen={(warehouse?.off_hours_days ?? 0) > 0 || 'off_hours_days' in errors.fields}
        effect={offHoursText(draft)}
      >
        <NumberField
          label="Вне рабочего времени, дней к сроку"
          hint="После отсечки и в день без отгрузки."
          placeholder="0"
          min={0}
          max={30}
          value={draft.off_hours_days || null}
          onValueChange={(days) => change({ off_hours_days: days ?? 0 })}
          error={errors.fields['off_hours_days']}
        />
      </MoreFields>
    </FormDialog>
  )
}
