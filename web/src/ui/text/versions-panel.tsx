import type { ReactNode } from 'react'
import type { PageSearch } from '../../lib/page/page-size.ts'
import { Button } from '../button.tsx'
import { QueryFallback } from '../states/not-loaded.tsx'
import { Pages } from '../lists/pages.tsx'
import { Panel } from '../panel.tsx'

interface Row {
  version: number
  /** Author and time. */
  detail: ReactNode
  /** Position marker. */
  mark?: ReactNode
  /** True when its text can be used for the next version. */
  isTaken: boolean
}

interface Props {
  title: string
  /** «Версия 2» */
  nameOf: (version: number) => string
  /** «Взять текст версии 2» */
  takeLabel: (version: number) => string
  none: string
  query: {
    data: { pagination: { total_count: number } } | undefined
    error: unknown
    refetch: () => unknown
  }
  rows: readonly Row[] | undefined
  /** Text being loaded. */
  reading: number | null
  onTake: (version: number) => void
  place: PageSearch
  onPlace: (next: PageSearch) => void
}

const SHORTEST_PAGE = 50

/** All versions of a text, newest first; the next version can start from any earlier one. */
export function VersionsPanel({ title, nameOf, takeLabel, none, query, rows, reading, onTake, place, onPlace }: Props) {
  return (
    <Panel title={title} flush>
      {!query.data && <QueryFallback error={query.error} onRetry={query.refetch} rows={3} />}
      {rows?.length === 0 && <p className="p-4 text-sm text-text-2">{none}</p>}
      <ul className="divide-y divide-hairline">
        {rows?.map(({ version, detail, mark, isTaken }) => (
          <li key={version} className="flex flex-wrap items-center justify-between gap-2 px-4 py-2 text-sm">
            <div className="min-w-0">
              <p className="font-medium">{nameOf(version)}</p>
              <p className="text-xs text-text-2">{detail}</p>
            </div>
            {mark}
            {isTaken && (
              <Button
                size="sm"
                aria-label={takeLabel(version)}
                busy={reading === version}
                onClick={() => onTake(version)}
              >
                Взять текст
              </Button>
            )}
          </li>
        ))}
      </ul>
      <Pages query={query} search={place} onChange={onPlace} moreThan={SHORTEST_PAGE} />
    </Panel>
  )
}
