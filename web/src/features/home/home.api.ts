import { queryOptions } from '@tanstack/react-query'
import { orderRoutes, type OrderStatus } from '@artikul/contract/orders'
import { call } from '../../lib/call.ts'

/** The newest orders, of one status when it is named. */
export const newestOrdersQuery = (status?: OrderStatus) =>
  queryOptions({
    queryKey: ['orders', 'newest', status ?? 'any'],
    queryFn: ({ signal }) => call(orderRoutes.list, { query: { page_size: '50', ...(status && { status }) }, signal }),
  })
