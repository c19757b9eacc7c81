import { newsRoutes } from '@artikul/contract/site/news'
import type { PageSearch } from '../../lib/page/page-size.ts'
import { newsQuery } from '../../features/site/news/news.api.ts'
import { session } from '../../lib/session/current-session.ts'
import { hasRole } from '../../lib/session/guard.ts'
import { prefetch } from '../../lib/api/query-client.ts'
import { rolesOf } from '../../lib/session/session.ts'
import { query } from '../../lib/api/query.ts'

export const read = ({ deps }: { deps: PageSearch }) => {
  prefetch(newsQuery(deps))
  if (hasRole(rolesOf(session.getState().user), ['ArtikulOrderManager'])) prefetch(query(newsRoutes.waiting, {}))
}

export { default } from '../../features/site/news/news-page.tsx'
