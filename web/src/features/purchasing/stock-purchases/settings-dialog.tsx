import {
  PurchaseSettings,
  SERVICE_LEVELS,
  stockPurchaseRoutes,
  type ServiceLevel,
} from '@artikul/contract/purchasing/stock-purchases'
import { useQuery } from '@tanstack/react-query'
import type { Output } from '@artikul/contract/core/route'
import { useApiMutation } from '../../../lib/api/use-api-mutation.ts'
import { useForm } from '../../../lib/browser/use-form.ts'
import { NumberField } from '../../../ui/fields/number-field.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { toast } from '../../../ui/hints/toast.ts'
import { FormDialog } from '../../../ui/windows/form-dialog.tsx'
import { PROPOSAL_KEYS, settingsQuery } from './stock-purchases.api.ts'

const LEVELS = Object.entries(SERVICE_LEVELS).map(([value, label]) => ({ value: value as ServiceLevel, label }))
const NUMBERS = [
  ['demand_days', 'За сколько дней смотреть спрос', 'От 14 до 365.'],
  ['cover_days', 'На сколько дней пополнять', 'Столько дней спроса между минимумом и максимумом.'],
  ['min_demand_days', 'Дней со спросом, не меньше', 'Что спрашивают реже, на складе не держим.'],
] as const

type Loaded = Output<(typeof stockPurchaseRoutes)['settings']['reply']>

/** How proposals are computed. */
export default function SettingsDialog({ onClose }: { onClose: () => void }) {
  const { data } = useQuery(settingsQuery)
  return data ? <Form settings={data} onClose={onClose} /> : null
}

function Form({ settings, onClose }: { settings: Loaded; onClose: () => void }) {
  const { version, warehouses, ...fields } = settings
  const { draft, errors, isDirty, change, field, checked, refuse } = useForm<{
    demand_days: number | null
    cover_days: number | null
    min_demand_days: number | null
    service_percent: ServiceLevel
    warehouse_id: number | null
  }>({ defaultValues: fields })
  const save = useApiMutation(stockPurchaseRoutes.updateSettings, { invalidates: PROPOSAL_KEYS })
  const submit = () => {
    const body = checked(PurchaseSettings, draft)
    if (!body) return
    save.mutate(
      { body: { ...body, version } },
      {
        onSuccess: () => {
          toast({ severity: 'success', summary: 'Расчёт изменён', detail: 'Предложения пересчитываются' })
          onClose()
        },
        onError: (error) => refuse(error),
      },
    )
  }
  return (
    <FormDialog
      title="Расчёт закупки"
      description="По этим правилам каждую ночь считаются минимум и максимум запаса."
      submit="Сохранить"
      form={{ errors, busy: save.isPending, submit }}
      isDirty={isDirty}
      onClose={onClose}
    >
      {NUMBERS.map(([field, label, hint]) => (
        <NumberField
          key={field}
          label={label}
          hint={hint}
          required
          min={1}
          value={draft[field]}
          onValueChange={(days) => change({ [field]: days })}
          error={errors.fields[field]}
        />
      ))}
      <Select
        label="Уровень сервиса"
        hint="Доля поставок, за время которых товар не кончится."
        items={LEVELS}
        value={draft.service_percent}
        onValueChange={(level) => level && change({ service_percent: level })}
        error={errors.fields['service_percent']}
      />
      <Select
        label="Склад для прочего спроса"
        hint="На него считается спрос, который закрыли поставщики или никто."
        placeholder="Первый"
        items={warehouses.map(({ id, name }) => ({ value: id, label: name }))}
        {...field('warehouse_id')}
      />
    </FormDialog>
  )
}
