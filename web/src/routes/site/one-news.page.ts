import { oneNewsQuery } from '../../features/site/news/news.api.ts'
import { prefetch } from '../../lib/api/query-client.ts'

export const read = ({ params }: { params: { id: string } }) => {
  prefetch(oneNewsQuery(params.id))
}

export { default } from '../../features/site/news/one-news-page.tsx'
