import { newsRoutes } from '@artikul/contract/site/news'
import { pageQuery } from '../../../lib/api/query.ts'
import type { PageSearch } from '../../../lib/page/page-size.ts'

/** Published news, pinned first. */
export const newsQuery = ({ page, page_size }: PageSearch) => pageQuery(newsRoutes.list, { query: { page, page_size } })
