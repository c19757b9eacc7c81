import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { catalogRoutes } from '@artikul/contract/catalog'
import { searchRoutes } from '@artikul/contract/search'
import { call } from '../../lib/call.ts'

const forPoint = (consigneeId: number | undefined) => (consigneeId ? { consignee_id: String(consigneeId) } : {})

/** Dates are for the point given, else for the company's default one. */
export const searchQuery = (q: string, maker: number | undefined, consigneeId: number | undefined) =>
  queryOptions({
    queryKey: ['search', q, maker ?? null, consigneeId ?? null],
    queryFn: ({ signal }) =>
      call(searchRoutes.byArticle, {
        query: { q, ...(maker && { brand: String(maker) }), ...forPoint(consigneeId) },
        signal,
      }),
  })

/** What is probably being typed; nothing is asked for less than three signs. */
export const suggestionsQuery = (q: string) =>
  queryOptions({
    queryKey: ['suggestions', q],
    queryFn: ({ signal }) => call(searchRoutes.suggest, { query: { q }, signal }),
    enabled: q.length >= 3,
    placeholderData: keepPreviousData,
    staleTime: 5 * 60_000,
  })

export const productQuery = (code: string, consigneeId: number | undefined) =>
  queryOptions({
    queryKey: ['product', code, consigneeId ?? null],
    queryFn: ({ signal }) => call(catalogRoutes.product, { params: { code }, query: forPoint(consigneeId), signal }),
  })
