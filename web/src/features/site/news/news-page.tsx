import { FEED_PATH, PUBLIC_PAGES } from '@artikul/contract/site/page-head'
import { IconNews, IconPlus, IconRss } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useSession } from '../../../lib/session/current-session.ts'
import { hasRole } from '../../../lib/session/guard.ts'
import { rolesOf } from '../../../lib/session/session.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { PageHeader } from '../../../ui/lists/list-page.tsx'
import { QueryFallback } from '../../../ui/states/not-loaded.tsx'
import { Pages } from '../../../ui/lists/pages.tsx'
import type { PageSearch } from '../../../lib/page/page-size.ts'
import { NewsCard } from './news-card.tsx'
import { newsQuery } from './news.api.ts'
import { ScheduledNews } from './waiting-news.tsx'

const route = getRouteApi('/news')
const SHORTEST_PAGE = 50

/** News for everyone; an order manager also sees unpublished news above. */
export default function NewsPage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { user } = useSession()
  const mayWrite = hasRole(rolesOf(user), ['ArtikulOrderManager'])
  return (
    <div className="mx-auto max-w-5xl">
      <PageHeader
        title={PUBLIC_PAGES['/news'].title}
        actions={
          <>
            <a href={FEED_PATH} className={buttonClass({ look: 'ghost' })}>
              <IconRss size={16} aria-hidden="true" />
              Лента RSS
            </a>
            {mayWrite && (
              <Link to="/news/new" className={buttonClass({ look: 'primary' })}>
                <IconPlus size={16} aria-hidden="true" />
                Написать новость
              </Link>
            )}
          </>
        }
      />
      {mayWrite && <ScheduledNews />}
      <Published
        search={search}
        mayWrite={mayWrite}
        onChange={(next) => void navigate({ search: (all) => ({ ...all, ...next }), replace: true })}
      />
    </div>
  )
}

interface Props {
  search: PageSearch
  mayWrite: boolean
  onChange: (next: PageSearch) => void
}

function Published({ search, mayWrite, onChange }: Props) {
  const query = useQuery(newsQuery(search))
  const { data, error, refetch } = query
  if (!data) return <QueryFallback error={error} onRetry={refetch} rows={6} />
  const { results, pagination } = data
  if (pagination.total_count === 0)
    return (
      <EmptyState
        icon={<IconNews size={32} stroke={1.5} />}
        title="Новостей пока нет"
        text={
          mayWrite ? 'Напишите первую: её увидят все, кто откроет портал.' : 'Здесь мы расскажем о складах и брендах.'
        }
      />
    )
  return (
    <>
      {results.length === 0 && (
        <EmptyState title="На этой странице ничего нет" text="Список стал короче: выберите страницу ниже" />
      )}
      <ul className="grid gap-3 sm:grid-cols-2">
        {results.map((news) => (
          <li key={news.id}>
            <NewsCard news={news} />
          </li>
        ))}
      </ul>
      <Pages query={query} search={search} onChange={onChange} moreThan={results.length === 0 ? 0 : SHORTEST_PAGE} />
    </>
  )
}
