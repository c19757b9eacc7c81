import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { catalogRoutes, type InsideOffer, type Product } from '@artikul/contract/catalog/catalog'
import { searchRoutes, type SearchReply } from '@artikul/contract/ordering/search'
import type { Viewer } from '../../../lib/session/buyer.ts'
import { call } from '../../../lib/api/call.ts'

const forPoint = (consigneeId: number | undefined) => (consigneeId ? { consignee_id: String(consigneeId) } : {})

const forBuyer = (contractorId: number | undefined) => (contractorId ? { contractor_id: String(contractorId) } : {})
const keyOf = (viewer: Viewer) =>
  viewer.as === 'own' ? (viewer.consigneeId ?? null) : `buyer ${viewer.contractorId ?? ''}`

/** Search results at the prices and dates of the reader; `inside` is for order managers only. */
export type CatalogSearchResult = SearchReply & { inside?: InsideOffer[] }
export type SeenProduct = Product & { inside?: InsideOffer[] }

/** Dates are for the viewer's point, otherwise for the company's default one. */
export const searchQuery = (q: string, maker: number | undefined, viewer: Viewer) =>
  queryOptions({
    queryKey: ['search', q, maker ?? null, keyOf(viewer)],
    queryFn: ({ signal }): Promise<CatalogSearchResult> => {
      const asked = { q, ...(maker && { brand: String(maker) }) }
      return viewer.as === 'own'
        ? call(searchRoutes.byArticle, { query: { ...asked, ...forPoint(viewer.consigneeId) }, signal })
        : call(searchRoutes.asClient, { query: { ...asked, ...forBuyer(viewer.contractorId) }, signal })
    },
  })

/** Suggestions for the typed text; not requested below three characters. */
export const suggestionsQuery = (q: string) =>
  queryOptions({
    queryKey: ['suggestions', q],
    queryFn: ({ signal }) => call(searchRoutes.suggest, { query: { q }, signal }),
    enabled: q.length >= 3,
    placeholderData: keepPreviousData,
    staleTime: 5 * 60_000,
  })

export const productQuery = (code: string, viewer: Viewer) =>
  queryOptions({
    queryKey: ['product', code, keyOf(viewer)],
    queryFn: ({ signal }): Promise<SeenProduct> =>
      viewer.as === 'own'
        ? call(catalogRoutes.product, { params: { code }, query: forPoint(viewer.consigneeId), signal })
        : call(catalogRoutes.productAsClient, { params: { code }, query: forBuyer(viewer.contractorId), signal }),
  })
