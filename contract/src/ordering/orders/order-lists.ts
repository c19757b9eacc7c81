import { z } from 'zod'
import { Day, Id, IdParams, listOf, Moment, pageQuery, ShownKop } from '../../core/fields.ts'
import { orderScope } from './order-scope.ts'
import { lineLinks } from './linked-line.ts'
import { LineState, MoveOfLine, orderFilter, OrderStatus } from './orders.ts'
import { defineRoutes, FILE } from '../../core/route.ts'
import { LATE_STATES, LineGroup, OPEN_STATES, groupOf, LineDecision } from './line-groups.ts'

/**
 * Most rows paged in a list, and rows of its file. A list is counted up to the next thousand after the page; `has_more`
 * means that there are more rows than its total.
 */
export const MAX_LISTED_ORDERS = 5000
/** Upper bound of the counters, shown as «999+». */
export const MAX_COUNTED_ORDERS = 1000

const lineFilter = {
  ...orderScope,
  group: LineGroup.optional(),
  state: LineState.optional(),
  /** Lines past their expected day and not shipped to the client, longest overdue first. */
  late: z.literal('true').optional(),
  /**
   * Lines with an open change approval, or with one that expired without an answer and was not processed by a manager.
   */
  decision: LineDecision.optional(),
  /** By expected day, only lines not shipped to the client; otherwise newest first. */
  sort: z.literal('expected_date').optional(),
}

export interface LineChoice {
  group?: LineGroup | undefined
  state?: LineState | undefined
  late?: 'true' | undefined
  sort?: 'expected_date' | undefined
}

/** Returns the states that a list of lines is narrowed to; `null` for all. */
export function statesOf({ group, state, late, sort }: LineChoice): readonly LineState[] | null {
  if (group === undefined && state === undefined && late === undefined && sort === undefined) return null
  const all = late !== undefined ? LATE_STATES : sort !== undefined ? OPEN_STATES : LineState.options
  return all.filter((one) => (state === undefined || one === state) && (group === undefined || groupOf(one) === group))
}

export const OrderLineItem = z.object({
  id: Id,
  order_id: Id,
  order_number: z.string(),
  client_number: z.string(),
  ordered_at: Moment,
  contractor_id: Id,
  contractor: z.string(),
  consignee: z.string(),
  product_code: z.string(),
  brand: z.string(),
  article: z.string(),
  name: z.string(),
  client_ref: z.string(),
  unit: z.string(),
  qty: z.number(),
  parts: z.array(z.object({ state: LineState, qty: z.number() })),
  expected_date: Day,
  is_late: z.boolean(),
  ...lineLinks,
  price_kop: ShownKop,
  sum_kop: ShownKop,
})
export type OrderLineItem = z.infer<typeof OrderLineItem>

const Count = z.int().nonnegative().max(MAX_COUNTED_ORDERS)
const countsOf = <T extends string>(values: readonly T[]) =>
  z.object(Object.fromEntries(values.map((value) => [value, Count])) as Record<T, typeof Count>)

/** Counts of orders by status within the other filters. */
export const OrderCounts = countsOf(OrderStatus.options)
export type OrderCounts = z.infer<typeof OrderCounts>

/** Counts of lines with a part in a state of the group; a split line is counted in every group of its parts. */
export const LineCounts = z.object({
  groups: countsOf(LineGroup.options),
  late: Count,
  decisions: countsOf(LineDecision.options),
})
export type LineCounts = z.infer<typeof LineCounts>

export const orderListRoutes = defineRoutes({
  orderCounts: {
    method: 'GET',
    path: '/api/v1/orders/counts',
    summary: 'Сколько заказов в каждом статусе',
    access: 'orders:read',
    query: z.strictObject(orderScope),
    reply: OrderCounts,
  },
  orderFile: {
    method: 'GET',
    path: '/api/v1/orders.xlsx',
    summary: 'Отобранные заказы в XLSX',
    access: 'orders:read',
    query: z.strictObject(orderFilter),
    reply: FILE,
  },
  lines: {
    method: 'GET',
    path: '/api/v1/order-lines',
    summary: 'Строки заказов',
    access: 'orders:read',
    query: z.strictObject({ ...pageQuery, ...lineFilter }),
    reply: listOf(OrderLineItem).extend({ has_more: z.boolean() }),
  },
  lineCounts: {
    method: 'GET',
    path: '/api/v1/order-lines/counts',
    summary: 'Сколько строк заказов в каждой группе статусов',
    access: 'orders:read',
    query: z.strictObject(orderScope),
    reply: LineCounts,
  },
  lineHistory: {
    method: 'GET',
    path: '/api/v1/order-lines/:id/history',
    summary: 'Что происходило со строкой, начиная с заказа',
    access: 'orders:read',
    params: IdParams,
    reply: z.object({ results: z.array(MoveOfLine) }),
  },
  lineFile: {
    method: 'GET',
    path: '/api/v1/order-lines.xlsx',
    summary: 'Отобранные строки заказов в XLSX',
    access: 'orders:read',
    query: z.strictObject(lineFilter),
    reply: FILE,
  },
})
