import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { PageHeader } from '../../../ui/lists/list-page.tsx'
import { QueryFallback } from '../../../ui/states/not-loaded.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { API_GROUPS } from './api-groups.ts'
import { EndpointDetails } from './endpoint-details.tsx'
import { endpointGroups, openApiQuery, type Document } from './openapi.ts'

export default function ApiPage() {
  const { data, error, refetch } = useQuery(openApiQuery)
  return (
    <>
      <PageHeader
        title="Описание API"
        subtitle={
          <>
            Для программ:{' '}
            <a href="/api/openapi.json" className="underline underline-offset-2">
              документ OpenAPI
            </a>
            {data && `, версия ${data.info.version}`}
          </>
        }
      />
      {data ? (
        <Loaded document={data} />
      ) : (
        <Panel flush>
          <QueryFallback error={error} onRetry={refetch} rows={12} />
        </Panel>
      )}
    </>
  )
}

function Loaded({ document }: { document: Document }) {
  const groups = useMemo(() => [...endpointGroups(document)], [document])
  return (
    <div className="flex items-start gap-4 max-md:flex-col">
      <nav aria-label="Разделы API" className="md:sticky md:top-3 lg:top-[72px] md:w-[236px] md:flex-none">
        <ul className="flex gap-x-1 rounded-lg border border-hairline bg-surface p-2 max-md:flex-wrap md:flex-col">
          {groups.map(([group, endpoints]) => (
            <li key={group}>
              <a
                href={`#api-${group}`}
                className="flex h-8 items-center justify-between gap-2 rounded-md px-2 text-sm hover:bg-group"
              >
                {API_GROUPS[group] ?? group}
                <span className="text-text-3">{endpoints.length}</span>
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div className="flex w-full min-w-0 flex-1 flex-col gap-4">
        <Conventions />
        {groups.map(([group, endpoints]) => (
          <div
            key={group}
            id={`api-${group}`}
            className="scroll-mt-[72px] [contain-intrinsic-size:auto_900px] [content-visibility:auto]"
          >
            <Panel title={API_GROUPS[group] ?? group} flush>
              <ul className="divide-y divide-hairline">
                {endpoints.map((endpoint) => (
                  <li key={endpoint.id}>
                    <EndpointDetails document={document} endpoint={endpoint} />
                  </li>
                ))}
              </ul>
            </Panel>
          </div>
        ))}
      </div>
    </div>
  )
}

const Conventions = () => (
  <Panel title="Общие правила">
    <ul className="flex list-disc flex-col gap-1 pl-5 text-sm">
      <li>Деньги — целые копейки в полях на «_kop», дни — ГГГГ-ММ-ДД по Москве, время — ISO 8601 UTC.</li>
      <li>Списки отвечают полями results и pagination.</li>
      <li>Ошибка — application/problem+json: status, code, title, detail, errors с путём поля, request_id.</li>
      <li>Все вызовы, кроме token, несут заголовок Authorization: Bearer; вызовы покупателя — ещё X-Contractor-Id.</li>
      <li>Создание заказа и счёта требует Idempotency-Key: повтор с тем же ключом возвращает тот же ответ.</li>
    </ul>
  </Panel>
)
