import { useState } from 'react'
import { cx } from '../../../ui/cx.ts'
import { Console } from './console.tsx'
import { parameterOf, responseOf, type Document, type Endpoint, type Schema } from './openapi.ts'
import { fieldRows, typeText, type FieldRow } from './schema-fields.ts'

const METHOD: Readonly<Record<string, string>> = {
  get: 'text-info',
  post: 'text-success',
  patch: 'text-warn',
  delete: 'text-accent',
}

interface Props {
  document: Document
  endpoint: Endpoint
  /** Key with which the console calls; absent in the document without a console. */
  apiKey?: string | undefined
}

export function EndpointDetails({ document, endpoint, apiKey }: Props) {
  const [open, setOpen] = useState(false)
  const { method, path, operation } = endpoint
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="flex min-h-9 cursor-pointer flex-wrap items-center gap-x-3 px-4 py-1.5 text-sm -outline-offset-2! hover:bg-raised">
        <span className={cx('w-14 font-mono text-xs font-semibold uppercase', METHOD[method])}>{method}</span>
        <span className="font-mono text-xs break-all">{path}</span>
        <span className="text-text-2">{operation.summary}</span>
      </summary>
      {open && <Contents document={document} endpoint={endpoint} apiKey={apiKey} />}
    </details>
  )
}

const jsonSchema = (content: Record<string, { schema?: Schema | undefined }> | undefined) =>
  ['application/json', 'application/problem+json', 'text/event-stream']
    .map((type) => content?.[type]?.schema)
    .find(Boolean)

const PLACES: Record<string, string> = { path: 'в пути', query: 'в запросе', header: 'в заголовке' }

/** Answers to show, the equal refusals once: «Отказ 400, 401, 403…». */
function answersOf(document: Document, responses: Endpoint['operation']['responses']) {
  const byReply = Map.groupBy(Object.entries(responses ?? {}), ([status, response]) => response.$ref ?? status)
  return [...byReply.values()].flatMap((same) => {
    const [first] = same
    return first
      ? [{ statuses: same.map(([status]) => status).join(', '), response: responseOf(document, first[1]) }]
      : []
  })
}

function Contents({ document, endpoint, apiKey }: Props) {
  const { operation } = endpoint
  const body = jsonSchema(operation.requestBody?.content)
  const parameters = (operation.parameters ?? []).map((parameter): FieldRow => {
    const { name, place, schema, required = false, description } = parameterOf(document, parameter)
    return {
      ...{ path: name, required, type: schema ? typeText(document, schema) : 'string' },
      description: description ?? PLACES[place] ?? '',
    }
  })
  return (
    <div className="flex flex-col gap-3 border-t border-hairline bg-raised px-4 py-3 text-sm">
      {operation.description && <p>{operation.description}</p>}
      {apiKey !== undefined && <Console document={document} endpoint={endpoint} apiKey={apiKey} />}
      {parameters.length > 0 && <Fields title="Параметры" rows={parameters} />}
      {body && <Fields title="Тело запроса" rows={fieldRows(document, body)} />}
      {answersOf(document, operation.responses).map(({ statuses, response }) => {
        const schema = jsonSchema(response.content)
        const rows = schema ? fieldRows(document, schema) : []
        const about = response.description ? `: ${response.description}` : ''
        return <Fields key={statuses} title={`Ответ ${statuses}${about}`} rows={rows} />
      })}
    </div>
  )
}

function Fields({ title, rows }: { title: string; rows: readonly FieldRow[] }) {
  return (
    <div>
      <h3 className="mb-1 text-xs font-semibold text-text-2">{title}</h3>
      {rows.length > 0 && (
        <dl className="divide-y divide-hairline rounded-md border border-hairline bg-surface text-xs">
          {rows.map((row) => (
            <div key={row.path} className="grid gap-x-3 px-3 py-1 md:grid-cols-[minmax(10rem,1fr)_1fr_1.5fr]">
              <dt className="font-mono break-all">
                {row.path}
                {row.required && (
                  <span className="text-accent">
                    <span aria-hidden="true">*</span>
                    <span className="sr-only">, обязательное</span>
                  </span>
                )}
              </dt>
              <dd className="break-words text-text-2">{row.type}</dd>
              <dd>{row.description}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  )
}
