import {
  ApiKeyPatch,
  apiKeyRoutes,
  NewApiKey,
  type ApiKey,
  type ApiKeySecret,
} from '@artikul/contract/integrations/api-keys'
import { KEY_SCOPES } from '@artikul/contract/core/key-scopes'
import { keysOf } from '@artikul/contract/core/keys'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/api/call.ts'
import { invalidate } from '../../../lib/api/use-api-mutation.ts'
import { useForm } from '../../../lib/browser/use-form.ts'
import { consigneesQuery } from '../../../lib/queries/consignees-query.ts'
import { DateField } from '../../../ui/dates/date-field.tsx'
import { CheckboxGroup } from '../../../ui/fields/checkbox-group.tsx'
import { MoneyField, NumberField } from '../../../ui/fields/number-field.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { Switch } from '../../../ui/fields/switch.tsx'
import { TextArea, TextField } from '../../../ui/fields/text-field.tsx'
import { toast } from '../../../ui/hints/toast.ts'
import { FormDialog } from '../../../ui/windows/form-dialog.tsx'

/** Key as typed: addresses are one text, one per line; limits may be empty. */
type Draft = Omit<NewApiKey, 'addresses' | 'calls_per_minute' | 'calls_per_day'> & {
  addresses: string
  calls_per_minute: number | null
  calls_per_day: number | null
}

const NEW: Draft = {
  name: '',
  consignee_id: null,
  is_point_only: false,
  scopes: ['search', 'orders', 'documents'],
  addresses: '',
  valid_until: null,
  calls_per_minute: 120,
  calls_per_day: 20_000,
  order_limit_kop: null,
}
const KNOWN = Object.keys(NEW)
const SCOPES = keysOf(KEY_SCOPES).map((value) => ({ value, label: KEY_SCOPES[value] }))

const draftOf = (key: ApiKey): Draft => ({
  name: key.name,
  consignee_id: key.consignee_id,
  is_point_only: key.is_point_only,
  scopes: key.scopes,
  addresses: key.addresses.join('\n'),
  valid_until: key.valid_until,
  calls_per_minute: key.calls_per_minute,
  calls_per_day: key.calls_per_day,
  order_limit_kop: key.order_limit_kop,
})

const fieldsOf = ({ addresses, calls_per_minute, calls_per_day, ...draft }: Draft): NewApiKey => ({
  ...draft,
  addresses: addresses.split(/[\s,;]+/).filter((address) => address !== ''),
  calls_per_minute: calls_per_minute ?? 0,
  calls_per_day: calls_per_day ?? 0,
})

function useKeyForm({ shown, onCreated, onClose }: Props) {
  const queryClient = useQueryClient()
  const form = useForm<Draft>({
    values: shown ? draftOf(shown) : NEW,
    refetch: () => queryClient.refetchQueries({ queryKey: ['api-keys'] }),
  })
  const { draft } = form
  const fields = fieldsOf(draft)
  const body = { ...fields, version: shown?.version ?? 1 }
  const { mutate, isPending } = useMutation({
    mutationFn: async (): Promise<ApiKeySecret | null> => {
      if (!shown) return call(apiKeyRoutes.create, { body: fields })
      await call(apiKeyRoutes.change, { params: { id: shown.id }, body })
      return null
    },
    onSuccess: (secret) => {
      if (secret) onCreated(secret)
      else {
        toast({ severity: 'success', summary: 'Ключ изменён' })
        onClose()
      }
      return invalidate(queryClient, ['api-keys'])
    },
    onError: (error) => form.refuse(error, KNOWN),
  })
  return {
    ...form,
    busy: isPending,
    submit: () => {
      if (shown ? form.checked(ApiKeyPatch, body) : form.checked(NewApiKey, fields)) mutate()
    },
  }
}

interface Props {
  shown: ApiKey | null
  onCreated: (secret: ApiKeySecret) => void
  onClose: () => void
}

/** Form of a key. */
export default function ApiKeyDialog(props: Props) {
  const { shown, onClose } = props
  const points = useQuery(consigneesQuery)
  const form = useKeyForm(props)
  const { draft, change, field } = form
  const { fields: errors } = form.errors
  const address = Object.entries(errors).find(([path]) => path.startsWith('addresses'))?.[1]
  return (
    <FormDialog
      title={shown ? `Ключ «${shown.name}»` : 'Новый ключ API'}
      submit={shown ? 'Сохранить' : 'Создать'}
      form={form}
      isDirty={form.isDirty}
      onClose={onClose}
      className="flex flex-col gap-4"
    >
      <TextField
        label="Название"
        required
        autoComplete="off"
        hint="Программа и место: «1С:Автосервис на Лесной». Так ключ назван в заказах и в журнале."
        {...field('name')}
      />
      <CheckboxGroup label="Что можно ключу *" items={SCOPES} {...field('scopes')} />
      <Select
        label="Куда по умолчанию"
        items={(points.data?.results ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        placeholder="Обычная точка компании"
        value={draft.consignee_id}
        onValueChange={(point) => change({ consignee_id: point, ...(point === null && { is_point_only: false }) })}
        error={errors['consignee_id']}
      />
      {draft.consignee_id !== null && (
        <Switch
          label="Только эта точка: другие ключу не видны"
          checked={draft.is_point_only}
          onCheckedChange={(is_point_only) => change({ is_point_only })}
        />
      )}
      <TextArea
        label="Сетевые адреса"
        hint="По одному в строке: 203.0.113.7 или 203.0.113.0/24. Пусто – с любого адреса."
        {...field('addresses')}
        error={address}
      />
      <Limits field={field} />
    </FormDialog>
  )
}

function Limits({ field }: Pick<ReturnType<typeof useKeyForm>, 'field'>) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <NumberField label="Вызовов в минуту" required min={1} max={600} {...field('calls_per_minute')} />
      <NumberField label="Вызовов в сутки" required min={1} max={100_000} {...field('calls_per_day')} />
      <MoneyField label="Заказ не больше" placeholder="Без предела" {...field('order_limit_kop')} />
      <DateField label="Действует по" {...field('valid_until')} />
    </div>
  )
}
