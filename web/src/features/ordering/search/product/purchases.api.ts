import { MAX_QUERIED_PRODUCTS, purchaseRoutes } from '@artikul/contract/ordering/orders/purchases'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../../../lib/api/call.ts'

/** Earlier purchases of the products, limited to as many as fit into a request. */
export const purchasesQuery = (productIds: readonly number[]) => {
  const ids = productIds.slice(0, MAX_QUERIED_PRODUCTS).join(',')
  return queryOptions({
    queryKey: ['purchases', ids],
    queryFn: async ({ signal }) =>
      (await call(purchaseRoutes.ofProducts, { query: { product_ids: ids }, signal })).results,
    placeholderData: keepPreviousData,
  })
}
