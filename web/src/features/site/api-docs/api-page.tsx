import abcp from '../../../../../docs/guide/abcp.md?raw'
import partner from '../../../../../docs/guide/partner-api.md?raw'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo, useState, type ReactNode } from 'react'
import { PageHeader } from '../../../ui/lists/list-page.tsx'
import { QueryFallback } from '../../../ui/states/not-loaded.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { API_GROUPS } from './api-groups.ts'
import { EndpointDetails } from './endpoint-details.tsx'
import { DOCUMENTS, endpointGroups, openApiQuery, type Document, type DocumentName } from './openapi.ts'
import { linkPages } from '../../../lib/text/guide-links.ts'
import { Markdown } from '../../../ui/text/markdown.tsx'

/** Guide by its title and its text below it. */
const GUIDES = [partner, abcp].map((guide) => {
  const [title = '', ...lines] = guide.split('\n')
  return { title: title.replace('# ', ''), text: linkPages(lines.join('\n')) }
})

/** Guides for programmers of buyers. */
const ProgrammerGuide = () => (
  <div className="grid grid-cols-1 items-start gap-4 [font-variant-ligatures:none] xl:grid-cols-2">
    {GUIDES.map(({ title, text }) => (
      <Panel key={title} title={title}>
        <Markdown text={text} />
      </Panel>
    ))}
  </div>
)

const route = getRouteApi('/api')

export default function ApiPage() {
  const { about = 'partner' } = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <>
      <PageHeader
        title="Описание API"
        subtitle={
          <>
            Для программ:{' '}
            <a href={DOCUMENTS[about === 'guide' ? 'partner' : about]} className="underline underline-offset-2">
              документ OpenAPI
            </a>
          </>
        }
      />
      <Tabs
        label="Описания API"
        value={about}
        onValueChange={(next) => void navigate({ search: { about: next }, replace: true })}
        tabs={[
          { value: 'partner', label: 'Для программ покупателя', content: <Shown name="partner" key="partner" /> },
          { value: 'guide', label: 'Руководство программисту', content: <ProgrammerGuide /> },
          { value: 'portal', label: 'Все вызовы портала', content: <Shown name="portal" key="portal" /> },
        ]}
      />
    </>
  )
}

function Shown({ name }: { name: DocumentName }) {
  const { data, error, refetch } = useQuery(openApiQuery(name))
  const [apiKey, setApiKey] = useState('')
  if (!data)
    return (
      <Panel flush>
        <QueryFallback error={error} onRetry={refetch} rows={12} />
      </Panel>
    )
  const isPartner = name === 'partner'
  return (
    <Loaded
      document={data}
      apiKey={isPartner ? apiKey : undefined}
      rules={isPartner ? <PartnerRules document={data} apiKey={apiKey} onApiKey={setApiKey} /> : <Conventions />}
    />
  )
}

interface LoadedProps {
  document: Document
  apiKey: string | undefined
  rules: ReactNode
}

function Loaded({ document, apiKey, rules }: LoadedProps) {
  const groups = useMemo(() => [...endpointGroups(document)], [document])
  return (
    <div className="flex items-start gap-4 max-md:flex-col">
      <nav aria-label="Разделы API" className="md:sticky md:top-3 lg:top-[72px] md:w-[236px] md:flex-none">
        <ul className="flex gap-x-1 rounded-lg border border-hairline bg-surface p-2 max-md:flex-wrap md:flex-col">
          {groups.map(([group, endpoints]) => (
            <li key={group}>
              <a
                href={`#${anchorOf(group)}`}
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
        {rules}
        {groups.map(([group, endpoints]) => (
          <div
            key={group}
            id={anchorOf(group)}
            className="scroll-mt-[72px] [contain-intrinsic-size:auto_900px] [content-visibility:auto]"
          >
            <Panel title={API_GROUPS[group] ?? group} flush>
              <ul className="divide-y divide-hairline">
                {endpoints.map((endpoint) => (
                  <li key={endpoint.id}>
                    <EndpointDetails document={document} endpoint={endpoint} apiKey={apiKey} />
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

const anchorOf = (group: string) => `api-${group.replace(/\s+/g, '-')}`

interface RulesProps {
  document: Document
  apiKey: string
  onApiKey: (key: string) => void
}

/** Rules of the partner API, and the key for the consoles of its operations; the key stays on the page. */
const PartnerRules = ({ document, apiKey, onApiKey }: RulesProps) => (
  <Panel title="Общие правила">
    <div className="flex flex-col gap-3 text-sm">
      <Paragraphs text={document.info.description ?? ''} />
      <TextField
        label="Ключ для проверки вызовов"
        hint="Остаётся на этой странице и никуда не сохраняется."
        type="password"
        autoComplete="off"
        className="max-w-xl"
        value={apiKey}
        onValueChange={onApiKey}
      />
    </div>
  </Panel>
)

/** Paragraphs of the document's text, with code between backticks. */
const Paragraphs = ({ text }: { text: string }) =>
  text
    .split('\n\n')
    .map((paragraph) => (
      <p key={paragraph}>
        {paragraph.split('`').map((part, at) => (at % 2 === 1 ? <code key={part}>{part}</code> : part))}
      </p>
    ))

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
