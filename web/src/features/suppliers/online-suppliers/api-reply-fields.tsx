import {
  API_FIELDS,
  ApiReading,
  REQUIRED_API_FIELDS,
  type ApiField,
} from '@artikul/contract/suppliers/adapter-settings'
import { onlineSupplierRoutes } from '@artikul/contract/suppliers/online-suppliers'
import { messageOf } from '../../../lib/api/api-error.ts'
import { useApiMutation } from '../../../lib/api/use-api-mutation.ts'
import { Button } from '../../../ui/button.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { TextArea, TextField } from '../../../ui/fields/text-field.tsx'
import { Notice } from '../../../ui/hints/notice.tsx'
import { FormPart, type PartProps } from './form-part.tsx'
import { TriedOffers } from './tried-offers.tsx'

const FORMATS = [
  { value: 'json', label: 'JSON' },
  { value: 'xml', label: 'XML' },
] as const
const PRICES = [
  { value: 'rub', label: 'В рублях' },
  { value: 'kop', label: 'В копейках' },
] as const
const TERMS = [
  { value: 'days', label: 'В днях' },
  { value: 'hours', label: 'В часах' },
] as const
const NAMES = Object.entries(API_FIELDS) as [ApiField, string][]

interface Props extends PartProps {
  sample: string
  onSample: (sample: string) => void
}

/** Where the offers and their fields are in an answer, tried on a sample. */
export function ApiReplyFields({ draft: { api }, errors, onChange, sample, onSample }: Props) {
  const change = (typed: Partial<typeof api>) => onChange({ api: { ...api, ...typed } })
  return (
    <FormPart title="Где что в ответе">
      <div className="grid gap-3 sm:grid-cols-3">
        <Select
          label="Формат"
          items={FORMATS}
          value={api.format}
          onValueChange={(format) => format && change({ format })}
        />
        <Select
          label="Цена указана"
          items={PRICES}
          value={api.price_unit}
          onValueChange={(unit) => unit && change({ price_unit: unit })}
        />
        <Select
          label="Срок указан"
          items={TERMS}
          value={api.term_unit}
          onValueChange={(unit) => unit && change({ term_unit: unit })}
        />
      </div>
      <TextField
        label="Список предложений"
        hint="Имена через точку, * — каждый элемент: result.goods.*.offers. Пусто, если ответ и есть список."
        autoComplete="off"
        spellCheck={false}
        value={api.list}
        onValueChange={(list) => change({ list })}
        error={errors['settings.api.list'] ?? errors['list']}
      />
      <div className="grid gap-3 sm:grid-cols-3">
        {NAMES.map(([field, label]) => (
          <TextField
            key={field}
            label={`Поле: ${label.toLowerCase()}`}
            required={REQUIRED_API_FIELDS.includes(field)}
            autoComplete="off"
            spellCheck={false}
            value={api.fields[field]}
            onValueChange={(path) => change({ fields: { ...api.fields, [field]: path } })}
            error={errors[`settings.api.fields.${field}`]}
          />
        ))}
      </div>
      <p className="text-xs text-text-2">Знак ^. в начале — поле элемента, внутри которого лежит предложение.</p>
      <Sample api={api} sample={sample} onSample={onSample} onProposed={change} />
    </FormPart>
  )
}

interface SampleProps extends Pick<Props, 'sample' | 'onSample'> {
  api: PartProps['draft']['api']
  onProposed: (reading: ApiReading) => void
}

function Sample({ api, sample, onSample, onProposed }: SampleProps) {
  const read = useApiMutation(onlineSupplierRoutes.readSample)
  const reading = ApiReading.safeParse({
    format: api.format,
    list: api.list,
    fields: api.fields,
    price_unit: api.price_unit,
    term_unit: api.term_unit,
  }).data
  const { data, error, isPending } = read
  const send = (given: ApiReading | null) =>
    read.mutate({ body: { sample, api: given } }, { onSuccess: ({ proposal }) => proposal && onProposed(proposal) })
  return (
    <details className="text-sm">
      <summary className="cursor-pointer font-semibold">Образец ответа</summary>
      <div className="mt-2 flex flex-col gap-3">
        <TextArea
          label="Образец"
          hint="Вставьте ответ из описания поставщика или получите его пробой."
          rows={5}
          maxLength={200_000}
          spellCheck={false}
          value={sample}
          onValueChange={onSample}
        />
        <div className="flex flex-wrap gap-2">
          <Button disabled={sample === ''} busy={isPending} onClick={() => send(null)}>
            Подобрать поля
          </Button>
          <Button disabled={sample === '' || !reading} busy={isPending} onClick={() => reading && send(reading)}>
            Разобрать по полям
          </Button>
        </div>
        <div role="status">
          {data && <Notice tone={data.is_ok ? 'info' : 'warn'}>{data.text}</Notice>}
          {error !== null && <Notice tone="warn">{messageOf(error)}</Notice>}
        </div>
        {data && <TriedOffers offers={data.offers} />}
      </div>
    </details>
  )
}
