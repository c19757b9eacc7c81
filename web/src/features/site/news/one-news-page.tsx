import { newsRoutes, type News } from '@artikul/contract/site/news'
import { coverPath, headOfNews, PUBLIC_PAGES } from '@artikul/contract/site/page-head'
import { IconNewsOff, IconPencil } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ApiError } from '../../../lib/api/api-error.ts'
import { useSession } from '../../../lib/session/current-session.ts'
import { momentDay } from '../../../lib/text/format.ts'
import { hasRole } from '../../../lib/session/guard.ts'
import { site, useHead } from '../../../lib/page/head.ts'
import { rolesOf } from '../../../lib/session/session.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { PageHeader } from '../../../ui/lists/list-page.tsx'
import { QueryFallback } from '../../../ui/states/not-loaded.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { RichTextView } from '../../../ui/text/rich-text.tsx'
import { query } from '../../../lib/api/query.ts'

const route = getRouteApi('/news/$id')
const CRUMB = { label: PUBLIC_PAGES['/news'].title, to: '/news' }

export default function OneNewsPage() {
  const { id } = route.useParams()
  const { data, error, refetch } = useQuery(query(newsRoutes.get, { params: { id } }))
  const isGone = error instanceof ApiError && (error.status === 404 || error.status === 400)
  useHead(data ? headOfNews(data, site()) : isGone ? { title: 'Новость не найдена', robots: 'noindex' } : undefined)
  return (
    <div className="mx-auto max-w-2xl">
      {data && <Loaded news={data} />}
      {!data && (
        <>
          <PageHeader title={isGone ? 'Новость не найдена' : 'Новость'} crumbs={[CRUMB]} />
          {isGone ? <Gone /> : <QueryFallback error={error} onRetry={refetch} rows={5} />}
        </>
      )}
    </div>
  )
}

const Gone = () => (
  <EmptyState
    icon={<IconNewsOff size={32} stroke={1.5} />}
    title="Такой новости нет"
    text="Возможно, её сняли с публикации."
    action={
      <Link to="/news" className={buttonClass()}>
        Все новости
      </Link>
    }
  />
)

function Loaded({ news }: { news: News }) {
  const { user } = useSession()
  return (
    <article>
      <PageHeader
        title={news.title}
        crumbs={[CRUMB]}
        subtitle={<time dateTime={news.published_at}>{momentDay(news.published_at)}</time>}
        actions={
          hasRole(rolesOf(user), ['ArtikulOrderManager']) && (
            <Link to="/news/$id/edit" params={{ id: String(news.id) }} className={buttonClass()}>
              <IconPencil size={16} aria-hidden="true" />
              Изменить
            </Link>
          )
        }
      />
      <Panel>
        <NewsBody lead={news.lead} cover={news.cover && { ...news.cover, src: coverPath(news.cover.id) }}>
          <RichTextView parts={news.parts} />
        </NewsBody>
      </Panel>
      <Link to="/news" className="quiet-link mt-4 inline-block text-sm">
        Все новости
      </Link>
    </article>
  )
}

interface BodyProps {
  lead: string
  cover: { src: string; width?: number; height?: number } | null
  /** Text of the news. */
  children: ReactNode
}

/** News as readers see it; also the author's preview before publication. */
export const NewsBody = ({ lead, cover, children }: BodyProps) => (
  <div className="flex flex-col gap-4">
    {cover && <img {...cover} alt="" className="h-auto max-h-96 w-full rounded-md bg-group object-cover" />}
    {lead && <p className="max-w-prose text-lg break-words text-text-2">{lead}</p>}
    {children}
  </div>
)
