import { queryOptions } from '@tanstack/react-query'
import { catalogRoutes, type InsideOffer, type Product } from '@artikul/contract/catalog/catalog'
import { purchaseRoutes } from '@artikul/contract/ordering/orders/purchases'
import { searchRoutes, type GroupReply, type SearchReply } from '@artikul/contract/ordering/search'
import type { Viewer } from '../../../lib/session/buyer.ts'
import { call } from '../../../lib/api/call.ts'
import { query } from '../../../lib/api/query.ts'

const keyOf = (viewer: Viewer) =>
  viewer.as === 'own' ? (viewer.consigneeId ?? null) : `buyer ${viewer.contractorId ?? ''}`

/** Search results at the prices and dates of the reader; `inside` is for order managers only. */
export type CatalogSearchResult = SearchReply & { inside?: InsideOffer[] }
export type CatalogGroupResult = GroupReply & { inside?: InsideOffer[] }
export type SeenProduct = Product & { inside?: InsideOffer[] }

/** Dates are for the viewer's point, otherwise for the company's default one. */
export const searchQuery = (q: string, maker: number | undefined, viewer: Viewer) =>
  queryOptions({
    queryKey: ['search', q, maker ?? null, keyOf(viewer)],
    queryFn: ({ signal }): Promise<CatalogSearchResult> =>
      viewer.as === 'own'
        ? call(searchRoutes.byArticle, { query: { q, brand: maker, consignee_id: viewer.consigneeId }, signal })
        : call(searchRoutes.asClient, { query: { q, brand: maker, contractor_id: viewer.contractorId }, signal }),
  })

export const productQuery = (code: string, viewer: Viewer) =>
  queryOptions({
    queryKey: ['catalog', code, keyOf(viewer)],
    queryFn: ({ signal }): Promise<SeenProduct> =>
      viewer.as === 'own'
        ? call(catalogRoutes.product, { params: { code }, query: { consignee_id: viewer.consigneeId }, signal })
        : call(catalogRoutes.productAsClient, {
            params: { code },
            query: { contractor_id: viewer.contractorId },
            signal,
          }),
  })

export const groupQuery = (id: number, page: number, viewer: Viewer) =>
  queryOptions({
    queryKey: ['search', 'group', id, page, keyOf(viewer)],
    queryFn: ({ signal }): Promise<CatalogGroupResult> =>
      viewer.as === 'own'
        ? call(searchRoutes.ofGroup, { params: { id }, query: { page, consignee_id: viewer.consigneeId }, signal })
        : call(searchRoutes.ofGroupAsClient, {
            params: { id },
            query: { page, contractor_id: viewer.contractorId },
            signal,
          }),
  })

/** Groups change rarely. */
export const catalogGroupsQuery = query(searchRoutes.groups, {}, { staleTime: 10 * 60_000 })

export const frequentPurchasesQuery = query(purchaseRoutes.frequent, {}, { staleTime: 5 * 60_000 })
