import { z } from 'zod'
import { Empty, Id, Qty, text } from '../../core/fields.ts'
import { LineState } from './orders.ts'
import { defineRoutes } from '../../core/route.ts'

/** Most lines of one bulk transition. */
export const MAX_BULK_LINES = 500

/** Target states of bulk transitions; transitions that need a comment per line are made line by line. */
export const BULK_TARGET_STATES = [
  'in_work',
  'ordered_supplier',
  'confirmed_supplier',
  'in_transit',
  'delayed',
  'arrived',
  'picking',
  'ready',
  'refused_supplier',
  'cancelled_client',
  'removed',
] as const satisfies readonly LineState[]
export const BulkTargetState = z.enum(BULK_TARGET_STATES)
export type BulkTargetState = z.infer<typeof BulkTargetState>

const BulkTransitionResult = z.strictObject({ line_id: Id, from: LineState, qty: Qty })
export type BulkTransitionResult = z.infer<typeof BulkTransitionResult>

/** Preview of a bulk transition: current figures, nothing is written. */
export const BulkTransitionPlan = z.object({
  /** Sent back to execute the transition, so that lines changed since the preview are checked again. */
  moves: z.array(BulkTransitionResult),
  lines_count: z.int(),
  orders_count: z.int(),
  companies_count: z.int(),
  /** Lines by current state. */
  from: z.array(z.object({ state: LineState, lines_count: z.int() })),
  /** Change of the order totals, kopecks; negative when they become cheaper. */
  total_change_kop: z.int(),
  /** Lines whose goods are released in own stock. */
  freed_count: z.int(),
  /** True when lines go back or are removed, which requires a reason shown to the client. */
  needs_reason: z.boolean(),
  /** Lines that cannot be moved, with the reason. */
  left: z.array(
    z.object({
      line_id: Id,
      order_id: Id,
      order_number: z.string(),
      brand: z.string(),
      article: z.string(),
      why: z.string(),
    }),
  ),
})
export type BulkTransitionPlan = z.infer<typeof BulkTransitionPlan>

export const BulkTransition = z.strictObject({
  to: BulkTargetState,
  reason: text(500),
  moves: z
    .array(BulkTransitionResult)
    .min(1, 'Выберите строки')
    .max(MAX_BULK_LINES * 4),
})
export type BulkTransition = z.infer<typeof BulkTransition>

export const bulkMoveRoutes = defineRoutes({
  preview: {
    method: 'POST',
    path: '/api/v1/order-lines/transitions/preview',
    summary: 'Что изменится, если перевести выбранные строки: ничего не меняет',
    access: 'orders:change',
    body: z.strictObject({
      line_ids: z.array(Id).min(1, 'Выберите строки').max(MAX_BULK_LINES, `Не больше ${MAX_BULK_LINES} строк`),
      to: BulkTargetState,
    }),
    reply: BulkTransitionPlan,
  },
  apply: {
    method: 'POST',
    path: '/api/v1/order-lines/transitions',
    summary: 'Сменить статус выбранных строк, как показано: все или ни одной',
    access: 'orders:change',
    body: BulkTransition,
    reply: z.object({ lines_count: z.int() }),
    idempotent: true,
  },
  undo: {
    method: 'POST',
    path: '/api/v1/order-lines/transitions/undo',
    summary: 'Отменить смену статуса: 10 секунд, только тому, кто сменил, и если со строкой больше ничего не было',
    access: 'orders:change',
    body: z.strictObject({
      moves: z
        .array(z.strictObject({ line_id: Id, from: LineState, to: LineState, qty: Qty }))
        .min(1, 'Выберите строки')
        .max(MAX_BULK_LINES * 4),
    }),
    example: { moves: [{ line_id: 1, from: 'in_work', to: 'in_transit', qty: 1 }] },
    reply: Empty,
  },
})
