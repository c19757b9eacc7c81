import type { TextPage } from '@artikul/contract/page-texts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../../lib/api-error.ts'
import { moment, shortName } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { NotLoaded } from '../../ui/not-loaded.tsx'
import { Pages } from '../../ui/pages.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Tag } from '../../ui/tag.tsx'
import { toast } from '../../ui/toast.ts'
import { readVersion, versionsQuery, type VersionsSearch } from './text-pages.api.ts'

interface Props {
  page: TextPage
  current: number
  /** Begins the next text with one of the past. */
  onChoose: (body: string, version: number) => void
}

const SHORTEST_PAGE = 50

/** Every text that the page has had, the newest first. */
export function Versions({ page, current, onChoose }: Props) {
  const [place, setPlace] = useState<VersionsSearch>({ page: 1, page_size: 50 })
  const query = useQuery(versionsQuery(page, place))
  const { data, error, refetch } = query
  const reading = useMutation({
    mutationFn: (version: number) => readVersion(page, version),
    onSuccess: ({ body, version }) => onChoose(body, version),
    onError: (failure) => toast({ severity: 'error', summary: 'Версия не открыта', detail: messageOf(failure) }),
  })
  return (
    <Panel title="Версии" flush>
      {!data && <NotLoaded error={error} onRetry={refetch} rows={3} />}
      {data?.results.length === 0 && <p className="p-4 text-sm text-text-2">Текста ещё не было.</p>}
      <ul className="divide-y divide-hairline">
        {data?.results.map(({ version, by, at }) => (
          <li key={version} className="flex flex-wrap items-center justify-between gap-2 px-4 py-2 text-sm">
            <div className="min-w-0">
              <p className="font-medium">Версия {version}</p>
              <p className="text-xs text-text-2">
                {shortName(by)}, {moment(at)}
              </p>
            </div>
            {version === current ? (
              <Tag tone="success">На сайте</Tag>
            ) : (
              <Button
                size="sm"
                aria-label={`Взять текст версии ${version}`}
                busy={reading.isPending && reading.variables === version}
                onClick={() => reading.mutate(version)}
              >
                Взять текст
              </Button>
            )}
          </li>
        ))}
      </ul>
      <Pages query={query} search={place} onChange={setPlace} moreThan={SHORTEST_PAGE} />
    </Panel>
  )
}
