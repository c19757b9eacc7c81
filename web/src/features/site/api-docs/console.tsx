import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Form } from '../../../ui/fields/form.tsx'
import { TextArea, TextField } from '../../../ui/fields/text-field.tsx'
import { parameterOf, type Document, type Endpoint } from './openapi.ts'

interface Answer {
  status: number
  /** Calls left within the limit that ends first; `null` when the answer does not say. */
  remaining: string | null
  text: string
}

const SHOWN_LENGTH = 20_000

/** Answer of a call as text: JSON with indents, a file by its type and size. */
async function answerOf(response: Response): Promise<Answer> {
  const type = response.headers.get('content-type') ?? ''
  const status = { status: response.status, remaining: response.headers.get('ratelimit-remaining') }
  if (!type.includes('json')) {
    const { size } = await response.blob()
    return { ...status, text: `Файл ${type}, ${size} байт` }
  }
  return { ...status, text: JSON.stringify(await response.json(), null, 2).slice(0, SHOWN_LENGTH) }
}

interface Values {
  parameters: Readonly<Record<string, string>>
  body: string
}

interface Props {
  document: Document
  endpoint: Endpoint
  apiKey: string
}

const isFilled = (value: string | undefined): value is string => value !== undefined && value.trim() !== ''

/** Sends the call with the reader's key. */
function send({ document, endpoint, apiKey }: Props, { parameters, body }: Values): Promise<Response> {
  const headers = new Headers({ authorization: `Bearer ${apiKey.trim()}` })
  const query = new URLSearchParams()
  let { path } = endpoint
  for (const shown of endpoint.operation.parameters ?? []) {
    const { name, place } = parameterOf(document, shown)
    const value = parameters[name]
    if (place === 'header') headers.set(name, crypto.randomUUID())
    else if (place === 'path') path = path.replace(`{${name}}`, encodeURIComponent(value ?? ''))
    else if (isFilled(value)) query.set(name, value)
  }
  const hasBody = endpoint.operation.requestBody !== undefined
  if (hasBody) headers.set('content-type', 'application/json')
  return fetch(`${path}${query.size > 0 ? `?${query.toString()}` : ''}`, {
    method: endpoint.method.toUpperCase(),
    headers,
    ...(hasBody && { body }),
  })
}

/** Form that runs an operation with the reader's key and shows the answer. */
export function Console(props: Props) {
  const { document, endpoint, apiKey } = props
  const { operation } = endpoint
  const sample = operation.requestBody?.content?.['application/json']?.example
  const [parameters, setParameters] = useState<Values['parameters']>({})
  const [body, setBody] = useState(sample === undefined ? '' : JSON.stringify(sample, null, 2))
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: async () => answerOf(await send(props, { parameters, body })),
  })
  const fields = (operation.parameters ?? [])
    .map((parameter) => parameterOf(document, parameter))
    .filter(({ place }) => place !== 'header')
  const name = `${endpoint.method.toUpperCase()} ${endpoint.path}`
  return (
    <Form label={`Проверить ${name}`} onSubmit={mutate} error={error ? 'Портал не ответил' : null}>
      <h3 className="mb-1 text-xs font-semibold text-text-2">Проверить вызов</h3>
      <div className="grid gap-3 empty:hidden sm:grid-cols-2">
        {fields.map(({ name: field, required = false }) => (
          <TextField
            key={field}
            label={field}
            required={required}
            autoComplete="off"
            value={parameters[field] ?? ''}
            onValueChange={(value) => setParameters((all) => ({ ...all, [field]: value }))}
          />
        ))}
      </div>
      {operation.requestBody && (
        <TextArea
          label="Тело запроса"
          rows={8}
          spellCheck={false}
          className="mt-3 font-mono"
          value={body}
          onValueChange={setBody}
        />
      )}
      <div className="mt-3 flex flex-wrap items-center gap-3">
        <Button type="submit" busy={isPending} disabled={!isFilled(apiKey)}>
          Выполнить
        </Button>
        {!isFilled(apiKey) && <span className="text-text-2">Впишите ключ в общих правилах выше.</span>}
        {endpoint.method !== 'get' && <span className="text-text-2">Вызов настоящий: заказ будет оформлен.</span>}
      </div>
      {data && (
        <div role="status" className="mt-3">
          <p className="mb-1 text-xs font-semibold text-text-2">
            Ответ {data.status}
            {data.remaining !== null && `, осталось вызовов: ${data.remaining}`}
          </p>
          <pre className="max-h-96 overflow-auto rounded-md border border-hairline bg-surface p-3 text-xs">
            {data.text}
          </pre>
        </div>
      )}
    </Form>
  )
}
