import { keysOf } from '@artikul/contract/core/keys'
import { legalRoutes, type LegalState, type LegalText } from '@artikul/contract/companies/legal'
import { LEGAL_LABELS, type LegalKind } from '@artikul/contract/companies/legal-kinds'
import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { urlOf } from '../../../lib/api/call.ts'
import { day } from '../../../lib/text/format.ts'
import { legalQuery, legalVersionQuery } from '../../../lib/queries/legal-query.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { PageHeader } from '../../../ui/lists/list-page.tsx'
import { QueryFallback } from '../../../ui/states/not-loaded.tsx'
import { Notice } from '../../../ui/hints/notice.tsx'
import { PendingPage } from '../../../ui/states/page-states.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { RichTextView } from '../../../ui/text/rich-text.tsx'
import { TAB, TAB_ROW } from '../../../ui/tab-class.ts'
import { Tag } from '../../../ui/text/tag.tsx'
import { query } from '../../../lib/api/query.ts'

const route = getRouteApi('/offer')
const addressOf = (kind: LegalKind, version?: number) => ({
  ...(kind !== 'offer' && { doc: kind }),
  ...(version !== undefined && { version }),
})

/** Scrolls the link into view: on a phone the row is wider than the screen. */
const showWhole = (link: HTMLElement | null) => link?.scrollIntoView({ block: 'nearest', inline: 'nearest' })

/** Public texts to read before accepting them; print shows the text only. */
export default function OfferPage() {
  const { doc = 'offer', version } = route.useSearch()
  return (
    <div className="mx-auto max-w-3xl">
      <PageHeader title={LEGAL_LABELS[doc]} />
      <nav aria-label="Документы" className={cx(TAB_ROW, 'mb-4')}>
        {keysOf(LEGAL_LABELS).map((kind) => (
          <Link
            key={kind}
            to="/offer"
            search={addressOf(kind)}
            // The offer has the shortest address, which would otherwise match the other texts too.
            activeOptions={{ exact: true }}
            replace
            resetScroll={false}
            {...(kind === doc && { 'aria-current': 'page', 'data-active': '', ref: showWhole })}
            className={cx(TAB, 'flex items-center')}
          >
            {LEGAL_LABELS[kind]}
          </Link>
        ))}
      </nav>
      {version === undefined ? <InForce kind={doc} /> : <OneVersion kind={doc} version={version} />}
    </div>
  )
}

function InForce({ kind }: { kind: LegalKind }) {
  const { data, error, refetch } = useQuery(legalQuery(kind))
  if (!data)
    return (
      <QueryFallback error={error} onRetry={refetch}>
        <PendingPage />
      </QueryFallback>
    )
  return <Document text={data} />
}

const STANDING: Partial<Record<LegalState, (from: string) => string>> = {
  former: () => 'Это прежняя редакция.',
  future: (from) => `Эта редакция вступит в силу ${from}.`,
}

function OneVersion({ kind, version }: { kind: LegalKind; version: number }) {
  const { data, error, refetch } = useQuery(legalVersionQuery(kind, version))
  if (!data)
    return (
      <QueryFallback error={error} onRetry={refetch}>
        <PendingPage />
      </QueryFallback>
    )
  const standing = STANDING[data.state]?.(day(data.in_force_from))
  return (
    <div className="flex flex-col gap-3">
      {standing && (
        <Notice tone={data.state === 'former' ? 'warn' : 'info'}>
          {standing}{' '}
          <Link to="/offer" search={addressOf(kind)} className="text-brand underline underline-offset-2">
            Читать действующую
          </Link>
        </Notice>
      )}
      <Document text={data} note={data.note} />
    </div>
  )
}

function Document({ text: { kind, version, in_force_from, parts }, note = '' }: { text: LegalText; note?: string }) {
  return (
    <>
      <Panel className="print:border-0">
        <div className="mb-4 flex flex-wrap items-center justify-between gap-2">
          <p className="text-sm text-text-2">
            Редакция {version} от {day(in_force_from)}
          </p>
          {/* The file is public, so the browser downloads it without a session. */}
          <a
            href={urlOf(legalRoutes.pdf, { params: { kind, version } })}
            download
            data-screen-only=""
            className={buttonClass()}
          >
            <IconDownload size={16} aria-hidden="true" />
            Скачать PDF
          </a>
        </div>
        {note && <p className="mb-4 text-sm break-words">Что изменилось: {note}</p>}
        <RichTextView parts={parts} />
      </Panel>
      <OtherVersions kind={kind} version={version} />
    </>
  )
}

/** Links every version at its own address; hidden when there is only one. */
function OtherVersions({ kind, version: shown }: { kind: LegalKind; version: number }) {
  const { data } = useQuery(
    // A text has few versions: one page holds them.
    query(legalRoutes.versions, { params: { kind }, query: { page_size: 150 } }, { staleTime: 5 * 60_000 }),
  )
  const others = data?.results.filter(({ version }) => version !== shown) ?? []
  if (others.length === 0) return null
  return (
    <div className="mt-4" data-screen-only="">
      <Panel title="Другие редакции" flush>
        <ul className="divide-y divide-hairline">
          {others.map(({ version, in_force_from, state, note }) => (
            <li key={version} className="px-4 py-2 text-sm">
              <div className="flex flex-wrap items-center gap-2">
                <Link
                  to="/offer"
                  search={addressOf(kind, state === 'current' ? undefined : version)}
                  className="quiet-link font-medium"
                >
                  Редакция {version} от {day(in_force_from)}
                </Link>
                {state === 'current' && <Tag tone="success">Действует</Tag>}
                {state === 'future' && <Tag tone="info">Вступит в силу</Tag>}
              </div>
              {note && <p className="mt-0.5 text-xs break-words text-text-2">{note}</p>}
            </li>
          ))}
        </ul>
      </Panel>
    </div>
  )
}
