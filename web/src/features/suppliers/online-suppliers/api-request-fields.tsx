import { BODY_TYPES, type ApiDescription } from '@artikul/contract/suppliers/adapter-settings'
import { Select } from '../../../ui/fields/select.tsx'
import { TextArea } from '../../../ui/fields/text-field.tsx'
import { errorUnder, type PartProps } from './form-part.tsx'

const METHODS = (['GET', 'POST'] as const).map((value) => ({ value, label: value }))
const TYPES = Object.entries(BODY_TYPES).map(([value, label]) => ({
  value: value as ApiDescription['body_type'],
  label,
}))

/** Request of an API described by staff: method, headers with the key, body. */
export function ApiRequestFields({ draft: { api }, errors, onChange }: PartProps) {
  const change = (typed: Partial<typeof api>) => onChange({ api: { ...api, ...typed } })
  return (
    <>
      <TextArea
        label="Заголовки"
        hint="По одному в строке. Вместо ключа {key}, вместо логина и пароля для Basic — {basic}. Ключ в адресе — тоже {key}."
        rows={2}
        spellCheck={false}
        value={api.headers}
        onValueChange={(headers) => change({ headers })}
        error={errorUnder(errors, 'settings.api.headers')}
      />
      <div className="grid gap-3 sm:grid-cols-2">
        <Select
          label="Запрос"
          items={METHODS}
          value={api.method}
          onValueChange={(method) => method && change({ method })}
        />
        {api.method === 'POST' && (
          <Select
            label="Тело запроса"
            items={TYPES}
            value={api.body_type}
            onValueChange={(type) => type && change({ body_type: type })}
          />
        )}
      </div>
      {api.method === 'POST' && (
        <TextArea
          label="Текст тела"
          hint={'Например, {"number": "{article}", "brand": "{brand}"}'}
          spellCheck={false}
          value={api.body}
          onValueChange={(body) => change({ body })}
          error={errors['settings.api.body']}
        />
      )}
    </>
  )
}
