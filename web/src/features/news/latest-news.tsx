import { NEWS_AT_HOME } from '@artikul/contract/news'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { NewsCard } from './news-card.tsx'
import { newsQuery } from './news.api.ts'

/** The newest of the home page; without any, or when they do not come, the page does without them. */
export default function LatestNews() {
  const { data } = useQuery(newsQuery({ page: 1, page_size: 50 }))
  const latest = data?.results.slice(0, NEWS_AT_HOME) ?? []
  if (latest.length === 0) return null
  return (
    <section aria-labelledby="latest-news" className="mt-10">
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="latest-news" className="text-xl font-semibold">
          Новости
        </h2>
        <Link to="/news" className="quiet-link text-sm">
          Все новости
        </Link>
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
}
