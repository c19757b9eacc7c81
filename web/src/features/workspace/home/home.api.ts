import { homeRoutes } from '@artikul/contract/workspace/home'
import { orderRoutes, type OrderStatus } from '@artikul/contract/ordering/orders/orders'
import { query } from '../../../lib/api/query.ts'

/** Newest orders, optionally of one status. */
export const newestOrdersQuery = (status?: OrderStatus) => query(orderRoutes.list, { query: { page_size: 50, status } })

/** Late lines and today's arrivals; a page left open overnight refreshes. */
export const todayQuery = query(homeRoutes.today, {}, { refetchInterval: 10 * 60_000 })

/** Cut-off times of the points other than the chosen one. */
export const pointsCutoffsQuery = (consigneeId: number | undefined) =>
  query(
    homeRoutes.cutoffs,
    { query: { consignee_id: consigneeId } },
    { staleTime: 10 * 60_000, refetchInterval: 10 * 60_000 },
  )
