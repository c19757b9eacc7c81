import { productAlertRoutes } from '@artikul/contract/ordering/product-alerts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'

/** What the person waits for in the current company: its page asks, and the bell in the head of every page. */
export const productAlertsQuery = queryOptions({
  queryKey: ['watches'],
  queryFn: async ({ signal }) => (await call(productAlertRoutes.list, { signal })).results,
})
