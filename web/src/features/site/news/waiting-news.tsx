import { NEWS_STATES, newsRoutes, type WaitingNews as Waiting } from '@artikul/contract/site/news'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { moment, shortName } from '../../../lib/text/format.ts'
import { ErrorState } from '../../../ui/states/error-state.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { Tag } from '../../../ui/text/tag.tsx'
import { query } from '../../../lib/api/query.ts'

/** Drafts and scheduled news, for order managers. */
export function ScheduledNews() {
  const { data, error, refetch } = useQuery(query(newsRoutes.waiting, {}))
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data || data.results.length === 0) return null
  return (
    <Panel title="Ждут публикации" flush className="mb-4">
      <ul className="divide-y divide-hairline">
        {data.results.map((news) => (
          <Row key={news.id} news={news} />
        ))}
      </ul>
    </Panel>
  )
}

const Row = ({ news }: { news: Waiting }) => (
  <li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2.5 text-sm">
    <Link
      to="/news/$id/edit"
      params={{ id: String(news.id) }}
      className="min-w-0 flex-1 basis-60 font-medium break-words hover:underline"
    >
      {news.title}
    </Link>
    <Tag tone={news.state === 'scheduled' ? 'info' : 'neutral'}>
      {news.state === 'scheduled' && news.published_at
        ? `Выйдет ${moment(news.published_at)}`
        : NEWS_STATES[news.state]}
    </Tag>
    <span className="text-xs text-text-2">
      {shortName(news.changed_by)}, {moment(news.changed_at)}
    </span>
  </li>
)
