import { z } from 'zod'
import { Empty, Id, IdParams, Moment, Qty, Reason, requiredText } from '../../core/fields.ts'
import type { LineState } from './line-states.ts'
import { defineRoutes } from '../../core/route.ts'

/**
 * States in which goods are already being procured: a client requests their cancellation instead of cancelling, least
 * advanced first.
 */
export const CANCELLED_BY_REQUEST: readonly LineState[] = [
  'in_work',
  'ordered_supplier',
  'confirmed_supplier',
  'delayed',
  'in_transit',
]

/** Latest request to remove a line: waiting for an answer, or declined. */
export const CancelRequest = z.object({
  id: Id,
  /** Quantity in the line's unit. */
  qty: z.number(),
  message: z.string(),
  by: z.string(),
  at: Moment,
  /** Reason of the refusal; `null` while the request waits for an answer. */
  decline_reason: z.string().nullable(),
})
export type CancelRequest = z.infer<typeof CancelRequest>

export const NewCancelRequest = z.strictObject({ qty: Qty, message: requiredText(500) })
export type NewCancelRequest = z.infer<typeof NewCancelRequest>

const PATH = '/api/v1/cancel-requests/:id'

/** «Запрос на отмену» for lines that a client may no longer cancel directly; a manager decides. */
export const cancelRequestRoutes = defineRoutes({
  create: {
    method: 'POST',
    path: '/api/v1/order-lines/:id/cancel-requests',
    summary: 'Попросить отменить то, что уже в работе или в пути',
    access: 'orders:place',
    params: IdParams,
    body: NewCancelRequest,
    example: { qty: 1, message: 'Любая' },
    reply: z.object({ id: Id }),
    status: 201,
    idempotent: true,
  },
  withdraw: {
    method: 'POST',
    path: `${PATH}/withdraw`,
    summary: 'Отозвать запрос на отмену, на который ещё не ответили',
    access: 'orders:place',
    params: IdParams,
    reply: Empty,
  },
  agree: {
    method: 'POST',
    path: `${PATH}/agree`,
    summary: 'Отменить по просьбе клиента столько, сколько ещё не пришло',
    access: 'orders:change',
    params: IdParams,
    /** Cancelled quantity; less than requested where the rest has arrived meanwhile. */
    reply: z.object({ qty: z.number() }),
  },
  decline: {
    method: 'POST',
    path: `${PATH}/decline`,
    summary: 'Отказать в отмене с причиной, которую прочтёт клиент',
    access: 'orders:change',
    params: IdParams,
    body: Reason,
    example: { reason: 'Любая' },
    reply: Empty,
  },
})
