import { z } from 'zod'
import { Empty, Id, IdParams, Moment, ShownKop, text } from '../../core/fields.ts'
import { defineRoutes } from '../../core/route.ts'

/** Banking days that goods stay reserved while payment is expected. */
export const RESERVE_DAYS = 3
/** Hours of working days that goods of an order on credit hold stay reserved. */
export const HOLD_HOURS = 24

/** Order hold: reason, deadline and possible actions. */
export const Wait = z.object({
  kind: z.enum(['payment', 'credit']),
  /** Time at which its goods are released and its waiting lines are removed. */
  until: Moment,
  /** Current reason of the credit hold; empty for an order waiting for payment. */
  reason: z.string(),
  /** Required, received and missing payment; `null` when hidden or no payment is required. */
  need_kop: ShownKop,
  paid_kop: ShownKop,
  left_kop: ShownKop,
  /** Paid share, whole per cent rounded down. */
  paid_percent: z.int().nullable(),
  /** Available limit; `null` when hidden or the order waits for payment. */
  available_kop: ShownKop,
  /** Latest unblock request. */
  request: z
    .object({
      at: Moment,
      by: z.string(),
      state: z.enum(['waiting', 'unblocked', 'declined']),
      decline_reason: z.string(),
    })
    .nullable(),
  /** Three ways to resolve a hold. */
  can: z.object({ prepay: z.boolean(), place_part: z.boolean(), ask: z.boolean() }),
})
export type Wait = z.infer<typeof Wait>

export const PlacePart = z.strictObject({
  /** Lines that are placed; the other waiting lines are removed. */
  line_ids: z.array(Id).min(1, 'Выберите строки').max(1000),
})
export type PlacePart = z.infer<typeof PlacePart>

export const NewOverrideRequest = z.strictObject({ message: text(500).optional() })
export type NewOverrideRequest = z.infer<typeof NewOverrideRequest>

const PATH = '/api/v1/orders/:id'

/** Ways to resolve the credit hold of an order. */
export const waitingOrderRoutes = defineRoutes({
  prepay: {
    method: 'POST',
    path: `${PATH}/prepay`,
    summary: 'Оплатить приостановленный заказ заранее: счёт выставляется, заказ ждёт оплаты целиком',
    access: 'orders:place',
    params: IdParams,
    reply: z.object({ invoice_id: Id, invoice_number: z.string() }),
    idempotent: true,
  },
  placePart: {
    method: 'POST',
    path: `${PATH}/place-part`,
    summary: 'Оформить строки приостановленного заказа на доступную сумму, остальные снять',
    access: 'orders:place',
    params: IdParams,
    body: PlacePart,
    example: { line_ids: [1] },
    reply: Empty,
    idempotent: true,
  },
  askCreditHoldOverride: {
    method: 'POST',
    path: `${PATH}/unblock-request`,
    summary: 'Попросить разблокировать приостановленный заказ',
    access: 'orders:place',
    params: IdParams,
    body: NewOverrideRequest,
    example: {},
    reply: Empty,
    idempotent: true,
  },
})
