import { pageTextRoutes, type TextPage } from '@artikul/contract/site/page-texts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { moment, shortName } from '../../../lib/text/format.ts'
import { Tag } from '../../../ui/text/tag.tsx'
import { toastRefusal } from '../../../ui/hints/toast.ts'
import type { PageSearch } from '../../../lib/page/page-size.ts'
import { VersionsPanel } from '../../../ui/text/versions-panel.tsx'
import { query } from '../../../lib/api/query.ts'
import { call } from '../../../lib/api/call.ts'

interface Props {
  page: TextPage
  current: number
  /** Starts the next text from an earlier version. */
  onChoose: (body: string, version: number) => void
}

/** All versions of the page's text, newest first. */
export function Versions({ page, current, onChoose }: Props) {
  const [place, setPlace] = useState<PageSearch>({ page: 1, page_size: 50 })
  const versions = useQuery(query(pageTextRoutes.versions, { params: { page }, query: place }))
  const reading = useMutation({
    mutationFn: (version: number) => call(pageTextRoutes.version, { params: { page, version } }),
    onSuccess: ({ body, version }) => onChoose(body, version),
    onError: toastRefusal('Версия не открыта'),
  })
  return (
    <VersionsPanel
      title="Версии"
      nameOf={(version) => `Версия ${version}`}
      takeLabel={(version) => `Взять текст версии ${version}`}
      none="Текста ещё не было."
      query={versions}
      rows={versions.data?.results.map(({ version, by, at }) => ({
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
