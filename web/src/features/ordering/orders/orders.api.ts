import type { ShipmentState } from '@artikul/contract/fulfilment/shipment-states'
import { keepPreviousData } from '@tanstack/react-query'
import { orderListRoutes } from '@artikul/contract/ordering/orders/order-lists'
import type { LineDecision, LineGroup } from '@artikul/contract/ordering/orders/line-groups'
import { orderViewRoutes } from '@artikul/contract/ordering/orders/order-views'
import { orderRoutes, type LineState, type OrderStatus } from '@artikul/contract/ordering/orders/orders'
import type { WorkKind, WorkScope } from '@artikul/contract/workspace/work-kinds'
import type { PageSearch } from '../../../lib/page/page-size.ts'
import { query, pageQuery } from '../../../lib/api/query.ts'
import type { ORDERS_TABS, ORDERS_SORTS } from './lists/orders-address.ts'

export interface OrdersSearch extends PageSearch {
  tab?: (typeof ORDERS_TABS)[number] | undefined
  q?: string | undefined
  status?: OrderStatus | undefined
  /** Filter of lines. */
  group?: LineGroup | undefined
  state?: LineState | undefined
  late?: 'true' | undefined
  decision?: LineDecision | undefined
  /** State of shipments. */
  shipment?: ShipmentState | undefined
  /** Filters of the work queue. */
  scope?: WorkScope | undefined
  work?: WorkKind | undefined
  consignee?: number | undefined
  /** Company filter; staff only. */
  contractor_id?: number | undefined
  /** Manager of the companies; staff only. */
  manager_id?: number | undefined
  /** All own companies; administrators only. */
  companies?: 'all' | undefined
  from?: string | undefined
  to?: string | undefined
  /** Sort order; `expected_date` applies to lines, all others to orders. */
  sort?: (typeof ORDERS_SORTS)[number] | undefined
}

/** Sends known filters only: the address may contain more, such as the mark of a mailing. */
const scopeOf = ({ q, consignee, contractor_id, manager_id, companies, from, to }: OrdersSearch) => ({
  q,
  consignee,
  contractor_id,
  manager_id,
  companies,
  from,
  to,
})

/** The sort order by date applies to lines, all others to orders. */
export const orderFilter = (search: OrdersSearch) => {
  const { status, sort } = search
  return { ...scopeOf(search), status, sort: sort === 'expected_date' ? undefined : sort }
}

export const lineFilter = (search: OrdersSearch) => {
  const { group, state, late, decision, sort } = search
  return {
    ...scopeOf(search),
    group,
    state,
    late,
    decision,
    sort: sort === 'expected_date' ? sort : undefined,
  }
}

export const ordersQuery = (search: OrdersSearch) => {
  const { page, page_size } = search
  return pageQuery(orderRoutes.list, { query: { page, page_size, ...orderFilter(search) } })
}

export const orderCountsQuery = (search: OrdersSearch) =>
  query(orderListRoutes.orderCounts, { query: scopeOf(search) }, { placeholderData: keepPreviousData })

export const linesQuery = (search: OrdersSearch) => {
  const { page, page_size } = search
  return pageQuery(orderListRoutes.lines, { query: { page, page_size, ...lineFilter(search) } })
}

export const lineCountsQuery = (search: OrdersSearch) =>
  query(orderListRoutes.lineCounts, { query: scopeOf(search) }, { placeholderData: keepPreviousData })

export const viewsQuery = query(orderViewRoutes.list, {}, { select: ({ results }) => results })
