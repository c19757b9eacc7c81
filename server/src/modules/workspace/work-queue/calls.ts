import { answerLine } from '@artikul/contract/ordering/orders/answer-line'
import {
  CallReason,
  MAX_ANSWER_LINES,
  MAX_CALLS_SHOWN,
  type CallsReport,
  type OrderAnswers,
} from '@artikul/contract/workspace/calls'
import { isDropped } from '@artikul/contract/ordering/orders/orders'
import { moscowDate, type Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Author } from '../../../platform/http/index.ts'
import { publishEvents } from '../../../platform/events/index.ts'
import { findOrder } from '../../ordering/index.ts'
import { runsOn } from '../../pricing/index.ts'
import { countByReason, insertCall, selectAnswered, selectCalls, selectLineOf } from './calls.queries.ts'
import type { QueueDeps } from './queue.ts'

async function orderOf(db: Db, id: number) {
  const order = await findOrder(db, 'any', id)
  if (!order) throw new AppError('not_found', { detail: 'Заказ не найден' })
  return order
}

/**
 * Reads the answers to the client line by line, and the previous calls about the order.
 * @throws AppError `not_found`
 */
export async function readAnswers(db: Db, { clock, readDirectory }: QueueDeps, orderId: number): Promise<OrderAnswers> {
  await orderOf(db, orderId)
  const [lines, calls, directory] = await Promise.all([
    selectAnswered(db, orderId, MAX_ANSWER_LINES + 1),
    selectCalls(db, orderId, MAX_CALLS_SHOWN),
    readDirectory(),
  ])
  const today = moscowDate(clock.now())
  return {
    lines: lines.slice(0, MAX_ANSWER_LINES).flatMap(({ id, zone_id: zoneId, ...line }) => {
      const runs = runsOn(directory, zoneId, line.expected_date)
      const isGone = line.parts.every(({ state }) => isDropped(state))
      return isGone ? [] : [{ line_id: id, text: answerLine(line, today, runs) }]
    }),
    has_more: lines.length > MAX_ANSWER_LINES,
    calls: calls.map(({ created_at: at, reason, ...call }) => ({
      ...call,
      reason: CallReason.parse(reason),
      at: at.toISOString(),
    })),
  }
}

/**
 * «Звонок клиента»: records a call once and shows it to colleagues who have the order open.
 * @throws AppError `not_found`, `input.invalid` for a line of another order
 */
export async function recordCall(
  tx: Db,
  clock: Clock,
  author: Author,
  call: { orderId: number; line_id: number | null; reason: CallReason },
): Promise<{ id: number }> {
  const order = await orderOf(tx, call.orderId)
  if (call.line_id !== null && !(await selectLineOf(tx, order.id, call.line_id)))
    throw new AppError('input.invalid', { errors: [{ path: 'line_id', message: 'Такой строки в заказе нет' }] })
  const now = clock.now()
  const about = { order_id: order.id, line_id: call.line_id, contractor_id: order.contractor_id }
  const made = await insertCall(tx, { ...about, reason: call.reason }, author, now)
  await publishEvents(
    tx,
    [{ kind: 'order.changed', about: 'order', aboutId: order.id, contractorId: null, author }],
    now,
  )
  return made
}

/** Reads the reasons of clients' calls in a period, both days inclusive. */
export async function readReport(db: Db, period: { from: string; to: string }): Promise<CallsReport> {
  const counted = new Map((await countByReason(db, period)).map(({ reason, count }) => [reason, count]))
  const total = [...counted.values()].reduce((sum, count) => sum + count, 0)
  const reasons = CallReason.options.map((reason) => {
    const count = counted.get(reason) ?? 0
    return { reason, count, share: total === 0 ? 0 : Math.round((count * 10_000) / total) }
  })
  return { total, reasons: reasons.toSorted((one, other) => other.count - one.count) }
}
