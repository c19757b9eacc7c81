import { omitUndefined } from '@artikul/contract/core/omit-undefined'
import { homeRoutes } from '@artikul/contract/workspace/home'
import { orderRoutes, type OrderStatus } from '@artikul/contract/ordering/orders/orders'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api/call.ts'

/** Newest orders, optionally of one status. */
export const newestOrdersQuery = (status?: OrderStatus) =>
  queryOptions({
    queryKey: ['orders', 'newest', status ?? 'any'],
    queryFn: ({ signal }) => call(orderRoutes.list, { query: { page_size: '50', ...(status && { status }) }, signal }),
  })

/** Late lines and today's arrivals; a page left open overnight refreshes. */
export const todayQuery = queryOptions({
  queryKey: ['home'],
  queryFn: ({ signal }) => call(homeRoutes.today, { signal }),
  refetchInterval: 10 * 60_000,
})

/** Cut-off times of the points other than the chosen one. */
export const pointsCutoffsQuery = (consigneeId: number | undefined) =>
  queryOptions({
    // Nested under the common key, so that a passed cut-off refreshes all of them.
    queryKey: ['cutoff', 'points', consigneeId ?? null],
    queryFn: ({ signal }) =>
      call(homeRoutes.cutoffs, { query: omitUndefined({ consignee_id: consigneeId?.toString() }), signal }),
    staleTime: 10 * 60_000,
    refetchInterval: 10 * 60_000,
  })
