import { omitUndefined } from '@artikul/contract/core/omit-undefined'
import { homeRoutes } from '@artikul/contract/workspace/home'
import { orderRoutes, type OrderStatus } from '@artikul/contract/ordering/orders/orders'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api/call.ts'

/** The newest orders, of one status when it is named. */
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

/** Hours of ordering of the points that dates are not for. */
export const pointsCutoffsQuery = (consigneeId: number | undefined) =>
  queryOptions({
    // Passing a cut-off refreshes all of them.
    queryKey: ['cutoff', 'points', consigneeId ?? null],
    queryFn: ({ signal }) =>
      call(homeRoutes.cutoffs, { query: omitUndefined({ consignee_id: consigneeId?.toString() }), signal }),
    staleTime: 10 * 60_000,
    refetchInterval: 10 * 60_000,
  })
