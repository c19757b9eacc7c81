import { productAlertRoutes } from '@artikul/contract/ordering/product-alerts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'

/** Product alerts of the user in the current company, used by their page and the bell. */
export const productAlertsQuery = queryOptions({
  queryKey: ['product-alerts'],
  queryFn: async ({ signal }) => (await call(productAlertRoutes.list, { signal })).results,
})
