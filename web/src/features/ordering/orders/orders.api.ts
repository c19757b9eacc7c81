import type { ShipmentState } from '@artikul/contract/fulfilment/shipment-states'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { contractorRoutes } from '@artikul/contract/companies/contractors'
import { omitUndefined } from '@artikul/contract/core/omit-undefined'
import {
  bulkMoveRoutes,
  type BulkTransition,
  type BulkTargetState,
} from '@artikul/contract/ordering/orders/bulk-transitions'
import { orderListRoutes } from '@artikul/contract/ordering/orders/order-lists'
import type { LineDecision, LineGroup } from '@artikul/contract/ordering/orders/line-groups'
import { orderViewRoutes } from '@artikul/contract/ordering/orders/order-views'
import { orderRoutes, type LineState, type MoveLines, type OrderStatus } from '@artikul/contract/ordering/orders/orders'
import type { WorkKind, WorkScope } from '@artikul/contract/workspace/work-kinds'
import { call } from '../../../lib/api/call.ts'
import { savedPageSize, type PageSize } from '../../../lib/page/page-size.ts'
import type { ORDERS_TABS, ORDERS_SORTS } from './lists/orders-address.ts'

export interface OrdersSearch {
  tab?: (typeof ORDERS_TABS)[number] | undefined
  page?: number | undefined
  page_size?: PageSize | undefined
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
  /** All own companies; administrators only. */
  companies?: 'all' | undefined
  from?: string | undefined
  to?: string | undefined
  /** Sort order; `expected_date` applies to lines, all others to orders. */
  sort?: (typeof ORDERS_SORTS)[number] | undefined
}

/** Sends known filters only: the address may contain more, such as the mark of a mailing. */
const scopeOf = ({ q, consignee, contractor_id, companies, from, to }: OrdersSearch) =>
  omitUndefined({ q, consignee: consignee?.toString(), contractor_id: contractor_id?.toString(), companies, from, to })

const pageOf = ({ page = 1, page_size = savedPageSize() }: OrdersSearch) =>
  ({ page: String(page), page_size: `${page_size}` }) as const

function orderFilter(search: OrdersSearch) {
  const { status, sort } = search
  return { ...scopeOf(search), ...omitUndefined({ status, sort: sort === 'expected_date' ? undefined : sort }) }
}

function lineFilter(search: OrdersSearch) {
  const { group, state, late, decision, sort } = search
  return {
    ...scopeOf(search),
    ...omitUndefined({ group, state, late, decision, sort: sort === 'expected_date' ? sort : undefined }),
  }
}

export const ordersQuery = (search: OrdersSearch) => {
  const query = { ...pageOf(search), ...orderFilter(search) }
  return queryOptions({
    queryKey: ['orders', query],
    queryFn: ({ signal }) => call(orderRoutes.list, { query, signal }),
    placeholderData: keepPreviousData,
  })
}

export const orderCountsQuery = (search: OrdersSearch) => {
  const query = scopeOf(search)
  return queryOptions({
    queryKey: ['orders', 'counts', query],
    queryFn: ({ signal }) => call(orderListRoutes.orderCounts, { query, signal }),
    placeholderData: keepPreviousData,
  })
}

export const linesQuery = (search: OrdersSearch) => {
  const query = { ...pageOf(search), ...lineFilter(search) }
  return queryOptions({
    queryKey: ['order-lines', query],
    queryFn: ({ signal }) => call(orderListRoutes.lines, { query, signal }),
    placeholderData: keepPreviousData,
  })
}

export const lineCountsQuery = (search: OrdersSearch) => {
  const query = scopeOf(search)
  return queryOptions({
    queryKey: ['order-lines', 'counts', query],
    queryFn: ({ signal }) => call(orderListRoutes.lineCounts, { query, signal }),
    placeholderData: keepPreviousData,
  })
}

/** Loaded on demand: few of up to five hundred lines are opened. */
export const lineHistoryQuery = (lineId: number) =>
  queryOptions({
    queryKey: ['order-lines', 'history', lineId],
    queryFn: ({ signal }) => call(orderListRoutes.lineHistory, { params: { id: String(lineId) }, signal }),
  })

export const ordersFile = (search: OrdersSearch) => call(orderListRoutes.orderFile, { query: orderFilter(search) })
export const linesFile = (search: OrdersSearch) => call(orderListRoutes.lineFile, { query: lineFilter(search) })

export const specification = (id: number) => call(orderRoutes.specification, { params: { id: String(id) } })

export const viewsQuery = queryOptions({
  queryKey: ['order-views'],
  queryFn: async ({ signal }) => (await call(orderViewRoutes.list, { signal })).results,
})

/** Preview of a bulk transition, refreshed as the lines change. */
export const bulkTransitionPlanQuery = (ids: readonly number[], to: BulkTargetState) =>
  queryOptions({
    queryKey: ['order-lines', 'plan', to, ids],
    queryFn: ({ signal }) => call(bulkMoveRoutes.preview, { body: { line_ids: [...ids], to }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  })

export const bulkTransition = (body: BulkTransition, idempotencyKey: string) =>
  call(bulkMoveRoutes.apply, { body, idempotencyKey })

export const orderQuery = (id: string) =>
  queryOptions({
    queryKey: ['order', id],
    queryFn: ({ signal }) => call(orderRoutes.get, { params: { id }, signal }),
  })

/** Name of the filtered company when no row contains it. */
export const companyNameQuery = (id: number) =>
  queryOptions({
    queryKey: ['company-name', id],
    queryFn: async ({ signal }) => (await call(contractorRoutes.get, { params: { id: String(id) }, signal })).name,
  })

export const moveLines = (orderId: number, body: MoveLines, idempotencyKey: string) =>
  call(orderRoutes.move, { params: { id: String(orderId) }, body, idempotencyKey })
