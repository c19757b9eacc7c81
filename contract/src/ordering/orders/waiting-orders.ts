import { z } from 'zod'
import { Empty, Id, IdParams, Moment, ShownKop, text } from '../../core/fields.ts'
import { defineRoutes } from '../../core/route.ts'

/** Goods are held for money so many banking days (domain/07 §7.3). */
export const RESERVE_DAYS = 3
/** Goods of an order that is held by debt are held so many hours of working days. */
export const HOLD_HOURS = 24

/** Order hold: reason, deadline and possible actions. */
export const Wait = z.object({
  kind: z.enum(['payment', 'credit']),
  /** Then its goods are held no longer, and its lines that wait are taken off. */
  until: Moment,
  /** Why the debt holds it, as it stands now; empty for one that waits for money. */
  reason: z.string(),
  /** Required, received and missing payment; `null` when hidden or no payment is required. */
  need_kop: ShownKop,
  paid_kop: ShownKop,
  left_kop: ShownKop,
  /** Paid share, whole per cent rounded down. */
  paid_percent: z.int().nullable(),
  /** Available limit; `null` when hidden or the order waits for payment. */
  available_kop: ShownKop,
  /** The last request to let it go on. */
  request: z
    .object({
      at: Moment,
      by: z.string(),
      state: z.enum(['waiting', 'unblocked', 'declined']),
      decline_reason: z.string(),
    })
    .nullable(),
  /** The three ways out of a hold. */
  can: z.object({ prepay: z.boolean(), place_part: z.boolean(), ask: z.boolean() }),
})
export type Wait = z.infer<typeof Wait>

export const PlacePart = z.strictObject({
  /** Lines that go on; the others that wait are taken off. */
  line_ids: z.array(Id).min(1, 'Выберите строки').max(1000),
})
export type PlacePart = z.infer<typeof PlacePart>

export const NewUnblockRequest = z.strictObject({ message: text(500).optional() })
export type NewUnblockRequest = z.infer<typeof NewUnblockRequest>

const PATH = '/api/v1/orders/:id'

/** Ways out for an order that is held by debt. */
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
  askUnblocking: {
    method: 'POST',
    path: `${PATH}/unblock-request`,
    summary: 'Попросить разблокировать приостановленный заказ',
    access: 'orders:place',
    params: IdParams,
    body: NewUnblockRequest,
    example: {},
    reply: Empty,
    idempotent: true,
  },
})
