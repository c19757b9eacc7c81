import { newsRoutes } from '@artikul/contract/site/news'
import { pageQuery } from '../../../lib/api/query.ts'
import type { PageSize } from '../../../lib/page/page-size.ts'

export interface NewsSearch {
  page?: number | undefined
  page_size?: PageSize | undefined
}

/** Published news, pinned first. */
export const newsQuery = ({ page, page_size }: NewsSearch) => pageQuery(newsRoutes.list, { query: { page, page_size } })
