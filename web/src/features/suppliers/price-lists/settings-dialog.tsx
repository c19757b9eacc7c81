import { PriceListSettings, priceListRoutes, type PriceListWarehouse } from '@artikul/contract/suppliers/price-lists'
import { useMutation, useQuery } from '@tanstack/react-query'
import { IconDownload } from '@tabler/icons-react'
import { useEffect, useId, useState } from 'react'
import { refusalsOf } from '../../../lib/api/form-errors.ts'
import { useForm } from '../../../lib/browser/use-form.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogClose } from '../../../ui/windows/dialog.tsx'
import { Form } from '../../../ui/fields/form.tsx'
import { QueryFallback } from '../../../ui/states/not-loaded.tsx'
import { NumberField } from '../../../ui/fields/number-field.tsx'
import { SearchSelect } from '../../../ui/fields/search-select.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { toast, toastRefusal } from '../../../ui/hints/toast.ts'
import { useApiMutation, useInvalidate } from '../../../lib/api/use-api-mutation.ts'
import { call } from '../../../lib/api/call.ts'
import { priceListWarehousesQuery, PRICE_LIST_KEYS } from './price-lists.api.ts'

interface Props {
  /** Warehouse chosen on the page. */
  warehouseId: number | null
  onClose: () => void
}

const LIMITS = [
  ['gone_percent', 'Пропадает предложений больше, %', 100],
  ['median_percent', 'Медианная цена изменилась больше чем на, %', 1000],
  ['jumped_percent', 'Цен, изменившихся в 5 раз, больше, %', 100],
] as const

/** Defaults of a warehouse: brand of rows without one, and thresholds of approval. */
export default function SettingsDialog({ warehouseId, onClose }: Props) {
  const { data, error, refetch } = useQuery(priceListWarehousesQuery)
  const [chosen, setChosen] = useState(warehouseId)
  const formId = useId()
  const [busy, setBusy] = useState(false)
  const [isDirty, setDirty] = useState(false)
  const warehouse = data?.results.find(({ id }) => id === chosen)
  return (
    <Dialog
      title="Приём прайс-листов"
      description="Когда файл склада останавливается и ждёт вашего решения. Без проверки, если поле не заполнено."
      open
      isDirty={isDirty}
      onClose={onClose}
      actions={
        <>
          <DialogClose />
          <Button type="submit" form={formId} look="primary" busy={busy} disabled={!warehouse || busy}>
            Сохранить
          </Button>
        </>
      }
    >
      {!data && <QueryFallback error={error} onRetry={refetch} rows={5} />}
      {data && (
        <div className="flex flex-col gap-3.5">
          <SearchSelect
            label="Склад"
            items={data.results.map(({ id, name }) => ({ value: id, label: name }))}
            value={chosen}
            onValueChange={(id) => {
              setChosen(id)
              setDirty(false)
            }}
          />
          {warehouse && (
            <SettingsForm
              key={warehouse.id}
              formId={formId}
              warehouse={warehouse}
              onBusy={setBusy}
              onDirty={setDirty}
              onSaved={onClose}
            />
          )}
        </div>
      )}
    </Dialog>
  )
}

interface FormProps {
  formId: string
  warehouse: PriceListWarehouse
  onBusy: (busy: boolean) => void
  onDirty: (isDirty: boolean) => void
  onSaved: () => void
}

/** Hours are typed as one text. */
const draftOf = (warehouse: PriceListWarehouse) => ({
  version: warehouse.version,
  default_brand: warehouse.default_brand,
  gone_percent: warehouse.gone_percent,
  median_percent: warehouse.median_percent,
  jumped_percent: warehouse.jumped_percent,
  url: warehouse.url,
  fetch_hours: warehouse.fetch_hours.join(', '),
  photo_licence: warehouse.photo_licence,
})

/** Parses «6, 14»; a part that is not a number causes an error of the field. */
const hoursOf = (typed: string): number[] =>
  typed
    .split(/[\s,;]+/)
    .filter((part) => part !== '')
    .map(Number)

/** Shows errors of single hours below their common field. */
function gathered(fields: Record<string, string>): Record<string, string> {
  const isWrong = Object.keys(fields).some((path) => path.startsWith('fetch_hours'))
  return isWrong ? { ...fields, fetch_hours: 'Часы от 0 до 23 через запятую' } : fields
}

function SettingsForm({ formId, warehouse, onBusy, onDirty, onSaved }: FormProps) {
  const { draft, errors, isDirty, field, refuse, passes } = useForm({ defaultValues: draftOf(warehouse) })
  const { fetch_hours: hours, ...rest } = draft
  const settings: PriceListSettings = { ...rest, url: draft.url.trim(), fetch_hours: hoursOf(hours) }
  useEffect(() => onDirty(isDirty), [onDirty, isDirty])
  const refresh = useInvalidate(...PRICE_LIST_KEYS)
  const save = useMutation({
    mutationFn: () => call(priceListRoutes.changeSettings, { params: { id: warehouse.id }, body: settings }),
    onMutate: () => onBusy(true),
    onSuccess: () => {
      toast({ severity: 'success', summary: 'Настройки сохранены', detail: warehouse.name })
      onSaved()
    },
    onError: (error) => refuse(error),
    onSettled: () => {
      onBusy(false)
      return refresh()
    },
  })
  const submit = () => passes(gathered(refusalsOf(PriceListSettings, settings))) && save.mutate()
  return (
    <Form id={formId} label={`Приём прайс-листов: ${warehouse.name}`} onSubmit={submit} error={errors.form}>
      <TextField label="Производитель, если не указан" maxLength={100} autoComplete="off" {...field('default_brand')} />
      {LIMITS.map(([name, label, max]) => (
        <NumberField key={name} label={label} min={1} max={max} {...field(name)} />
      ))}
      <TextField
        label="Адрес файла"
        hint="Откуда портал сам заберёт прайс-лист."
        type="url"
        maxLength={1000}
        autoComplete="off"
        {...field('url')}
      />
      <TextField
        label="Часы загрузки по Москве"
        hint="Через запятую: 6, 14"
        inputMode="numeric"
        maxLength={100}
        autoComplete="off"
        disabled={settings.url === ''}
        {...field('fetch_hours')}
      />
      <TextField
        label="Чьи фото"
        hint="Автор или условия использования фото из прайс-листов: покупатель видит это под фото."
        maxLength={200}
        autoComplete="off"
        {...field('photo_licence')}
      />
      {warehouse.url !== '' && settings.url === warehouse.url && <FetchNow warehouse={warehouse} onAsked={onSaved} />}
    </Form>
  )
}

/** Fetches the file at once, so that a wrong address is detected before the next scheduled hour. */
function FetchNow({ warehouse, onAsked }: { warehouse: PriceListWarehouse; onAsked: () => void }) {
  const asking = useApiMutation(priceListRoutes.fetchNow, {
    invalidates: PRICE_LIST_KEYS,
    onSuccess: () => {
      toast({ severity: 'success', summary: 'Портал забирает файл', detail: 'Загрузка появится в истории' })
      onAsked()
    },
    onError: toastRefusal('Файл не запрошен'),
  })
  return (
    <Button
      className="self-start"
      icon={<IconDownload size={16} />}
      busy={asking.isPending}
      onClick={() => asking.mutate({ params: { id: warehouse.id }, body: {} })}
    >
      Забрать сейчас
    </Button>
  )
}
