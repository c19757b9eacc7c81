import { brandRoutes } from '@artikul/contract/catalog/brands'
import type { BrandFilter } from '@artikul/contract/catalog/brand-filters'
import type { PageSearch } from '../../../lib/page/page-size.ts'
import { pageQuery } from '../../../lib/api/query.ts'

export interface BrandsSearch extends PageSearch {
  q?: string | undefined
  filter?: BrandFilter | undefined
}

/** Address parameters of the page of brands. */
export interface BrandsProps {
  search: BrandsSearch
  onChange: (next: BrandsSearch) => void
}

export const brandsQuery = ({ page, page_size, q, filter }: BrandsSearch) =>
  pageQuery(brandRoutes.list, { query: { page, page_size, q, filter } })

/** Counts unverified brands with the first page of the queue itself. */
export const unverifiedQuery = () => brandsQuery({ filter: 'unverified' })
