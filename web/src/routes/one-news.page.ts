import { oneNewsQuery } from '../features/news/news.api.ts'
import { prefetch } from '../lib/query-client.ts'

export const read = ({ params }: { params: { id: string } }) => {
  prefetch(oneNewsQuery(params.id))
}

export { default } from '../features/news/one-news-page.tsx'
