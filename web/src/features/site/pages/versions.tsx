import type { TextPage } from '@artikul/contract/site/page-texts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../../../lib/api/api-error.ts'
import { moment, shortName } from '../../../lib/text/format.ts'
import { Tag } from '../../../ui/text/tag.tsx'
import { toast } from '../../../ui/hints/toast.ts'
import { VersionsPanel, type VersionsSearch } from '../../../ui/text/versions-panel.tsx'
import { readVersion, versionsQuery } from './text-pages.api.ts'

interface Props {
  page: TextPage
  current: number
  /** Starts the next text from an earlier version. */
  onChoose: (body: string, version: number) => void
}

/** All versions of the page's text, newest first. */
export function Versions({ page, current, onChoose }: Props) {
  const [place, setPlace] = useState<VersionsSearch>({ page: 1, page_size: 50 })
  const query = useQuery(versionsQuery(page, place))
  const reading = useMutation({
    mutationFn: (version: number) => readVersion(page, version),
    onSuccess: ({ body, version }) => onChoose(body, version),
    onError: (failure) => toast({ severity: 'error', summary: 'Версия не открыта', detail: messageOf(failure) }),
  })
  return (
    <VersionsPanel
      title="Версии"
      nameOf={(version) => `Версия ${version}`}
      takeLabel={(version) => `Взять текст версии ${version}`}
      none="Текста ещё не было."
      query={query}
      rows={query.data?.results.map(({ version, by, at }) => ({
        version,
        detail: `${shortName(by)}, ${moment(at)}`,
        mark: version === current && <Tag tone="success">На сайте</Tag>,
        isTaken: version !== current,
      }))}
      reading={reading.isPending ? reading.variables : null}
      onTake={reading.mutate}
      place={place}
      onPlace={setPlace}
    />
  )
}
