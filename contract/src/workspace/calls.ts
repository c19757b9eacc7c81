import { z } from 'zod'
import { keysOf } from '../core/keys.ts'
import { Day, Id, IdParams, Moment } from '../core/fields.ts'
import { defineRoutes } from '../core/route.ts'

/** Reasons of client calls. */
export const CALL_REASONS = {
  where: 'Где заказ',
  when: 'Когда будет',
  date: 'Сменить дату',
  cancel: 'Отменить',
  payment: 'Счёт и оплата',
  other: 'Другое',
} as const
export type CallReason = keyof typeof CALL_REASONS
export const CallReason = z.enum(keysOf(CALL_REASONS))

/** Most order lines answered at once, and most calls shown. */
export const MAX_ANSWER_LINES = 200
export const MAX_CALLS_SHOWN = 20
/** Longest period of a report, days. */
export const MAX_REPORT_DAYS = 366

export const OrderCall = z.object({
  id: Id,
  reason: CallReason,
  /** Goods the call was about; `null` for the order as a whole. */
  line: z.string().nullable(),
  by: z.string(),
  at: Moment,
})
export type OrderCall = z.infer<typeof OrderCall>

export const OrderAnswers = z.object({
  /** Sentences to read aloud, one per line that is not dropped entirely, in the order of the lines. */
  lines: z.array(z.object({ line_id: Id, text: z.string() })),
  /** True when more lines exist than are answered at once. */
  has_more: z.boolean(),
  /** Calls, newest first. */
  calls: z.array(OrderCall),
})
export type OrderAnswers = z.infer<typeof OrderAnswers>

export const CallsReport = z.object({
  total: z.int(),
  /** Reasons, most frequent first; `share` in hundredths of a percent of all. */
  reasons: z.array(z.object({ reason: CallReason, count: z.int(), share: z.int() })),
})
export type CallsReport = z.infer<typeof CallsReport>

const days = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1

export const callRoutes = defineRoutes({
  ofOrder: {
    method: 'GET',
    path: '/api/v1/orders/:id/calls',
    summary: 'Что ответить клиенту по строкам заказа, и кто из клиентов звонил о нём',
    access: 'calls:record',
    params: IdParams,
    reply: OrderAnswers,
  },
  record: {
    method: 'POST',
    path: '/api/v1/orders/:id/calls',
    summary: '«Звонок клиента»: о заказе или его строке, с причиной',
    access: 'calls:record',
    params: IdParams,
    body: z.strictObject({ reason: CallReason, line_id: Id.nullable() }),
    example: { reason: 'where', line_id: null },
    reply: z.object({ id: Id }),
    status: 201,
    idempotent: true,
  },
  report: {
    method: 'GET',
    path: '/api/v1/calls/report',
    summary: 'Звонки клиентов по причинам за период',
    access: 'calls:record',
    query: z
      .strictObject({ from: Day, to: Day })
      .refine(({ from, to }) => from <= to, { path: ['to'], message: 'Последний день раньше первого' })
      .refine(({ from, to }) => days(from, to) <= MAX_REPORT_DAYS, { path: ['from'], message: 'Не больше года' }),
    reply: CallsReport,
  },
})
