import { newsRoutes } from '@artikul/contract/site/news'
import { prefetch } from '../../lib/api/query-client.ts'
import { query } from '../../lib/api/query.ts'

export const read = ({ params }: { params: { id: string } }) => {
  prefetch(query(newsRoutes.get, { params }))
}

export { default } from '../../features/site/news/one-news-page.tsx'
