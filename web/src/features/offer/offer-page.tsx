import { LEGAL_LABELS, LegalKind } from '@artikul/contract/legal'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { momentDay } from '../../lib/format.ts'
import { legalQuery } from '../../lib/legal-query.ts'
import { PageHeader } from '../../ui/list-page.tsx'
import { Markdown } from '../../ui/markdown.tsx'
import { NotLoaded } from '../../ui/not-loaded.tsx'
import { PendingPage } from '../../ui/page-states.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Tabs } from '../../ui/tabs.tsx'

const route = getRouteApi('/offer')

/** What everybody may read before agreeing to it; on paper only the text itself. */
export default function OfferPage() {
  const { doc = 'offer' } = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <div className="mx-auto max-w-3xl">
      <PageHeader title={LEGAL_LABELS[doc]} />
      <Tabs
        label="Документы"
        value={doc}
        onValueChange={(next) => void navigate({ search: { doc: next === 'offer' ? undefined : next }, replace: true })}
        tabs={LegalKind.options.map((kind) => ({
          value: kind,
          label: LEGAL_LABELS[kind],
          content: <Document kind={kind} />,
        }))}
      />
    </div>
  )
}

function Document({ kind }: { kind: LegalKind }) {
  const { data, error, refetch } = useQuery(legalQuery(kind))
  if (!data)
    return (
      <NotLoaded error={error} onRetry={refetch}>
        <PendingPage />
      </NotLoaded>
    )
  return (
    <Panel className="print:border-0">
      <p className="mb-4 text-sm text-text-2">
        Редакция {data.version} от {momentDay(data.published_at)}
      </p>
      <Markdown text={data.body} />
    </Panel>
  )
}
