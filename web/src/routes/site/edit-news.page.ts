import { draftQuery } from '../../features/site/news/news.api.ts'
import { prefetch } from '../../lib/api/query-client.ts'

export const read = ({ params }: { params: { id: string } }) => {
  prefetch(draftQuery(params.id))
}

export { default } from '../../features/site/news/editor-page.tsx'
