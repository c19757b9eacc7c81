import { consigneeRoutes } from '@artikul/contract/companies/consignees'
import { pageQuery } from '../../../lib/api/query.ts'
import type { PageSearch } from '../../../lib/page/page-size.ts'

export interface ConsigneesSearch extends PageSearch {
  q?: string | undefined
  archived?: 'true' | undefined
}

export const consigneesListQuery = ({ page, page_size, q, archived }: ConsigneesSearch) =>
  pageQuery(consigneeRoutes.list, { query: { page, page_size, q, archived } })
