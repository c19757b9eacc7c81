import { z } from 'zod'
import { keysOf } from '../core/keys.ts'
import { Id, IdParams, listOf, Moment, pageQuery } from '../core/fields.ts'
import { LineState } from '../ordering/orders/orders.ts'
import { defineRoutes } from '../core/route.ts'

/** Side on which the event occurred. */
export const EVENT_SIDES = { client: 'У клиента', supplier: 'У поставщика' } as const
export type EventSide = keyof typeof EVENT_SIDES

/** Event of a supplier order line: a transition of the client's line or an answer of the supplier. */
export const SupplierOrderEvent = z.object({
  /** Unique within its side. */
  id: z.int(),
  side: z.enum(keysOf(EVENT_SIDES)),
  at: Moment,
  by: z.string(),
  brand: z.string(),
  article: z.string(),
  /** `null` for goods bought for own stock. */
  order: z.object({ id: Id, number: z.string() }).nullable(),
  /** Transition on the client's side. */
  move: z.object({ from: LineState.nullable(), to: LineState, qty: z.number(), unit: z.string() }).nullable(),
  /** The supplier's words, or the reason of the transition. */
  text: z.string(),
})
export type SupplierOrderEvent = z.infer<typeof SupplierOrderEvent>

export const supplierOrderHistoryRoutes = defineRoutes({
  history: {
    method: 'GET',
    path: '/api/v1/supplier-orders/:id/history',
    summary: 'История заказа поставщику: движения строк клиентов и слова поставщика, новые сверху',
    access: 'supplier_orders:manage',
    params: IdParams,
    query: z.strictObject(pageQuery),
    reply: listOf(SupplierOrderEvent),
  },
})
