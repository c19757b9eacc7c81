import { z } from 'zod'
import { Day, Empty, Id, IdParams, Kop, listOf, Moment, pageQuery, Reason, requiredText, text } from '../core/fields.ts'
import { DESK } from './payments.ts'
import { defineRoutes } from '../core/route.ts'
import { BlockCode } from './credit-hold-codes.ts'

/** Longest period of one unblock in days, today included. */
export const MAX_UNBLOCK_DAYS = 14

const Person = z.object({ id: Id, name: z.string() })

export const Block = z.object({
  code: BlockCode,
  /** Explanation in words, with sums. */
  text: z.string(),
  since: Day.nullable(),
})
export type Block = z.infer<typeof Block>

export const OverrideRequest = z.object({
  id: Id,
  order_id: Id,
  order_number: z.string(),
  order_kop: Kop,
  message: z.string(),
  by: z.string(),
  at: Moment,
})
export type OverrideRequest = z.infer<typeof OverrideRequest>

/** Contract that is blocked or temporarily unblocked. */
export const BlockedContract = z.object({
  contract_id: Id,
  number: z.string(),
  seller: z.string(),
  contractor: Person,
  manager: z.string().nullable(),
  blocks: z.array(Block),
  debt_kop: Kop,
  overdue_kop: Kop,
  limit_kop: Kop,
  available_kop: Kop,
  /** Orders currently held because of the debt. */
  held_count: z.int(),
  held_kop: Kop,
  /** Unblock requests for the held orders, the newest few. */
  requests: z.array(OverrideRequest),
  creditHoldOverride: z.object({ id: Id, until: Day, reason: z.string(), by: z.string(), at: Moment }).nullable(),
  /** True when the reader may unblock the contract for several days. */
  can_override: z.boolean(),
})
export type BlockedContract = z.infer<typeof BlockedContract>

export const CreditHoldsQuery = z.strictObject({
  ...pageQuery,
  /** Part of the name, or the beginning of ИНН. */
  q: text(100).optional(),
  code: BlockCode.optional(),
  /** Only contracts with an unblock request. */
  asked: z.literal('true').optional(),
})
export type CreditHoldsQuery = z.infer<typeof CreditHoldsQuery>

export const Unblock = z.strictObject({
  /** Last day of the unblock; today or later. */
  until: Day,
  reason: requiredText(500),
})
export type Unblock = z.infer<typeof Unblock>

export const blockRoutes = defineRoutes({
  list: {
    method: 'GET',
    path: '/api/v1/credit-holds',
    summary: 'Договоры, по которым заказы и отгрузки остановлены',
    ...DESK,
    query: CreditHoldsQuery,
    reply: listOf(BlockedContract).extend({
      /** Unanswered unblock requests of all contracts. */
      asked_count: z.int(),
    }),
  },
  unblock: {
    method: 'POST',
    path: '/api/v1/contracts/:id/credit-hold-overrides',
    summary: 'Разблокировать договор до дня включительно: просрочка и лимит его не держат',
    ...DESK,
    params: IdParams,
    body: Unblock,
    example: { until: '2026-11-17', reason: 'Любая' },
    reply: z.object({ id: Id }),
    status: 201,
    idempotent: true,
  },
  lift: {
    method: 'POST',
    path: '/api/v1/credit-hold-overrides/:id/lift',
    summary: 'Отменить разблокировку раньше её срока',
    ...DESK,
    params: IdParams,
    reply: Empty,
  },
  decline: {
    method: 'POST',
    path: '/api/v1/credit-hold-override-requests/:id/decline',
    summary: 'Отказать в разблокировке с причиной',
    ...DESK,
    params: IdParams,
    body: Reason,
    example: { reason: 'Любая' },
    reply: Empty,
  },
})
