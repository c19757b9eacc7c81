import { NEWS_AT_HOME, type NewsItem } from '@artikul/contract/site/news'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useSession } from '../../../lib/session/current-session.ts'
import { isHidden, usePortal } from '../../../lib/page/portal.ts'
import { momentDay } from '../../../lib/text/format.ts'
import { Panel } from '../../../ui/panel.tsx'
import { NewsCard } from './news-card.tsx'
import { newsQuery } from './news.api.ts'

/** Latest news of the home page; hidden when there is none or the request fails. */
export default function LatestNews() {
  const isShown = !isHidden('/news', usePortal())
  const { data } = useQuery({ ...newsQuery({ page: 1, page_size: 50 }), enabled: isShown })
  const { authenticated } = useSession()
  const latest = data?.results.slice(0, NEWS_AT_HOME) ?? []
  if (!isShown || latest.length === 0) return null
  return authenticated ? <InShort latest={latest} /> : <AsCards latest={latest} />
}

const AllNews = () => (
  <Link to="/news" className="quiet-link text-sm">
    Все новости
  </Link>
)

const AsCards = ({ latest }: { latest: readonly NewsItem[] }) => (
  <section aria-labelledby="latest-news" className="mt-10">
    <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4">
      <h2 id="latest-news" className="text-xl font-semibold">
        Новости
      </h2>
      <AllNews />
    </div>
    <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
      {latest.map((news) => (
        <li key={news.id}>
          <NewsCard news={news} level={3} />
        </li>
      ))}
    </ul>
  </section>
)

/** Short list for staff, whose orders come first. */
const InShort = ({ latest }: { latest: readonly NewsItem[] }) => (
  <Panel title="Новости" actions={<AllNews />} flush>
    <ul className="divide-y divide-hairline">
      {latest.map((news) => (
        <li key={news.id} className="flex items-baseline gap-3 px-4 py-2 text-sm">
          <time dateTime={news.published_at} className="flex-none text-xs text-text-2">
            {momentDay(news.published_at)}
          </time>
          <Link to="/news/$id" params={{ id: String(news.id) }} className="min-w-0 break-words hover:underline">
            {news.title}
          </Link>
        </li>
      ))}
    </ul>
  </Panel>
)
