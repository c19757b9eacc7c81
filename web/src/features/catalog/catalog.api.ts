import { queryOptions } from '@tanstack/react-query'
import { catalogRoutes } from '@artikul/contract/catalog'
import { searchRoutes } from '@artikul/contract/search'
import { call } from '../../lib/call.ts'

export const searchQuery = (q: string, maker: number | undefined) =>
  queryOptions({
    queryKey: ['search', q, maker ?? null],
    queryFn: ({ signal }) =>
      call(searchRoutes.byArticle, { query: { q, ...(maker && { brand: String(maker) }) }, signal }),
  })

export const productQuery = (code: string) =>
  queryOptions({
    queryKey: ['product', code],
    queryFn: ({ signal }) => call(catalogRoutes.product, { params: { code }, signal }),
  })
