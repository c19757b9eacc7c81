import { useState } from 'react'
import { cx } from '../../../ui/cx.ts'
import type { Document, Endpoint, Schema } from './openapi.ts'
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
}

export function EndpointDetails({ document, endpoint }: Props) {
  const [open, setOpen] = useState(false)
  const { method, path, operation } = endpoint
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="flex min-h-9 cursor-pointer flex-wrap items-center gap-x-3 px-4 py-1.5 text-sm -outline-offset-2! hover:bg-raised">
        <span className={cx('w-14 font-mono text-xs font-semibold uppercase', METHOD[method])}>{method}</span>
        <span className="font-mono text-xs break-all">{path}</span>
        <span className="text-text-2">{operation.summary}</span>
      </summary>
      {open && <Contents document={document} endpoint={endpoint} />}
    </details>
  )
}

const jsonSchema = (content: Record<string, { schema?: Schema | undefined }> | undefined) =>
  ['application/json', 'application/problem+json', 'text/event-stream']
    .map((type) => content?.[type]?.schema)
    .find(Boolean)

function Contents({ document, endpoint: { operation } }: Props) {
  const body = jsonSchema(operation.requestBody?.content)
  const parameters = (operation.parameters ?? []).map((parameter): FieldRow => ({
    path: parameter.name,
    type: parameter.schema ? typeText(document, parameter.schema) : 'string',
    required: parameter.required ?? false,
    description:
      parameter.description ?? { path: 'в пути', query: 'в запросе', header: 'в заголовке' }[parameter.in] ?? '',
  }))
  return (
    <div className="flex flex-col gap-3 border-t border-hairline bg-raised px-4 py-3 text-sm">
      {operation.description && <p>{operation.description}</p>}
      {parameters.length > 0 && <Fields title="Параметры" rows={parameters} />}
      {body && <Fields title="Тело запроса" rows={fieldRows(document, body)} />}
      {Object.entries(operation.responses ?? {}).map(([status, response]) => {
        const schema = jsonSchema(response.content)
        const rows = schema ? fieldRows(document, schema) : []
        const about = response.description ? `: ${response.description}` : ''
        return <Fields key={status} title={`Ответ ${status}${about}`} rows={rows} />
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
