import { articleKey } from '@artikul/contract/catalog/article'
import type { Kysely, Transaction } from 'kysely'
import type { Logger } from 'pino'
import type { Clock } from '../../../../platform/clock.ts'
import type { DB } from '../../../../platform/db/index.ts'
import { enqueueJob } from '../../../../platform/jobs.ts'
import { loggable } from '../../../../platform/telemetry/log-error.ts'
import { recordEvent } from '../../../../platform/audit/index.ts'
import {
  NotSent,
  SupplierFailed,
  type OnlineOrdering,
  type Refusal,
  type SupplierOrder,
} from '../../../suppliers/index.ts'
import { applyAnswers, type SupplierLineAnswer } from '../answers/answers.ts'
import { commentOf, matchLines } from '../answers/match.ts'
import * as queries from './send.queries.ts'
import { lockUnsent, setSending, type UnsentLine } from './wanted.queries.ts'
import { lockWantedLines } from './wanted.ts'

/** Time during which a request without an answer may still arrive; the order is not sent again before. */
const LEASE_MS = 180_000
/** Delay before an order with a lost answer is searched for again. */
const LOOK_AGAIN_MS = 15_000
/** Delay before a paused supplier is tried again. */
const REST_MS = 30_000
/** Pause of a supplier that rejects the portal's orders. */
const STOP_MS = 3_600_000
/** Delay before the states of a new order are queried. */
const ASK_SOON_MS = 60_000
/** Number of attempts after which a person takes over. */
const MAX_ATTEMPTS = 5
const NOT_ACCEPTED = 'Поставщик не принял строку'

export interface SendDeps {
  /** Database handle with access to the rows of all companies. */
  db: Kysely<DB>
  clock: Clock
  log: Logger
  ordering: Pick<OnlineOrdering, 'place' | 'find'>
  leaseMs?: number
}

const after = (now: Date, ms: number) => new Date(now.getTime() + ms)

/** Sends due orders by API, each source at its own pace; orders with a lost answer are searched for first. */
export async function sendDue(deps: SendDeps, stopping: AbortSignal): Promise<void> {
  const sources = await queries.selectRoutesToSend(deps.db, deps.clock.now())
  await Promise.all(
    sources.map(async (supplyRouteId) => {
      while (!stopping.aborted && (await sendNext(deps, supplyRouteId))) continue
    }),
  )
}

/** @returns true when something was processed */
async function sendNext(deps: SendDeps, supplyRouteId: number): Promise<boolean> {
  const now = deps.clock.now()
  const order = await queries.claimOrder(deps.db, supplyRouteId, now, after(now, deps.leaseMs ?? LEASE_MS))
  if (!order) return false
  try {
    const isThere = order.attempts > 0 && (await findSentOrder(deps, order))
    if (!isThere) await sendNow(deps, order)
  } catch (error) {
    if (!(error instanceof NotSent)) throw error
    const nextAt = after(deps.clock.now(), REST_MS)
    const rests = { state: 'unknown', reason: error.message, next_at: nextAt } as const
    await queries.setState(deps.db, order.id, order.attempts, rests)
  }
  return true
}

/**
 * Searches for an order that was sent before.
 * @returns true when nothing must be sent now: it exists, may still be in transit, or its fate is unknown
 */
async function findSentOrder(deps: SendDeps, order: queries.OrderToSend): Promise<boolean> {
  const { db, clock, ordering } = deps
  const lookAgain = (reason: string) =>
    queries.setState(db, order.id, order.attempts, {
      state: 'unknown',
      reason,
      next_at: after(clock.now(), Math.min(LOOK_AGAIN_MS, deps.leaseMs ?? LEASE_MS)),
    })
  let found: SupplierOrder[]
  try {
    found = await ordering.find(order.supply_route_id, order.number)
  } catch (error) {
    if (error instanceof NotSent) throw error
    await lookAgain(`Заказ не удалось найти у поставщика: ${wordsOf(deps, error)}`)
    return true
  }
  if (found.length > 0) {
    await accept(deps, order, { orders: found, refusal: null })
    return true
  }
  if (order.lease_until !== null && clock.now() < order.lease_until) {
    await lookAgain('Ответ не получен, у поставщика заказа пока нет')
    return true
  }
  if (order.attempts < MAX_ATTEMPTS || order.state === 'due') return false
  const reason = `Отправлялся ${MAX_ATTEMPTS} раз, у поставщика его нет`
  await queries.setState(db, order.id, order.attempts, { state: 'unknown', reason, next_at: null })
  return true
}

/** Describes an error for staff; unexpected errors are also logged. */
export function wordsOf({ log }: Pick<SendDeps, 'log'>, error: unknown): string {
  log.warn({ err: loggable(error) }, 'purchase order not confirmed by the supplier')
  return error instanceof SupplierFailed ? error.message : 'ошибка связи'
}

/** The attempt is recorded before the order is sent. */
async function sendNow(deps: SendDeps, claimed: queries.OrderToSend): Promise<void> {
  const { db, clock, ordering, leaseMs = LEASE_MS } = deps
  const begun = performance.now()
  const { order, lines } = await db.transaction().execute((tx) => begin(tx, deps, claimed))
  if (lines.length === 0) return
  const sent = {
    clientNumber: order.number,
    lines: lines.map((line) => ({ handle: line.handle, qty: line.qty, comment: commentOf(line) })),
  }
  try {
    await accept(deps, order, await ordering.place(order.supply_route_id, sent, begun + leaseMs / 2))
  } catch (error) {
    if (error instanceof NotSent) {
      await restoreUnsent(deps, order, error.message)
      return
    }
    await queries.setState(db, order.id, order.attempts, {
      state: 'unknown',
      reason: `Ответ не получен: ${wordsOf(deps, error)}`,
      next_at: after(clock.now(), Math.min(LOOK_AGAIN_MS, leaseMs)),
    })
  }
}

/** Marks the lines that clients still want as being sent; the others leave the order. */
async function begin(tx: Transaction<DB>, { clock, leaseMs = LEASE_MS }: SendDeps, claimed: queries.OrderToSend) {
  const now = clock.now()
  const lines = await lockWantedLines(tx, claimed.id)
  const attempts = await queries.beginSendAttempt(tx, claimed.id, after(now, leaseMs))
  if (lines.length === 0)
    await queries.setState(tx, claimed.id, attempts, { state: 'done', reason: 'Строк не осталось', next_at: null })
  await setSending(
    tx,
    lines.map(({ id }) => id),
    now,
  )
  return { order: { ...claimed, attempts }, lines }
}

/** Restores an order that was not sent after all. */
const restoreUnsent = ({ db, clock }: SendDeps, order: queries.OrderToSend, reason: string) =>
  db.transaction().execute(async (tx) => {
    await queries.putBack(tx, order.id)
    const nextAt = after(clock.now(), REST_MS)
    await queries.unsend(tx, order, reason, nextAt)
    await enqueueJob(tx, 'supplier_orders', nextAt)
  })

/** Applies the supplier's answer to the order line by line. */
async function accept(
  deps: SendDeps,
  order: queries.OrderToSend,
  placed: { orders: readonly SupplierOrder[]; refusal: Refusal | null },
): Promise<void> {
  const { orders, refusal } = placed
  if (orders.length === 0 && refusal === null) throw new Error('ни заказа, ни отказа в ответе нет')
  if (orders.length === 0 && refusal?.of === 'us') {
    await stop(deps, order, refusal.text)
    return
  }
  await deps.db.transaction().execute(async (tx) => {
    const now = deps.clock.now()
    const lines = await lockUnsent(tx, order.id)
    const matches = matchLines(lines, orders)
    const isOurs = await queries.setState(tx, order.id, order.attempts, {
      state: matches.size > 0 ? 'sent' : 'refused',
      reason: refusal?.text ?? '',
      sent_at: now,
      next_at: matches.size > 0 ? after(now, ASK_SOON_MS) : null,
    })
    if (!isOurs) return
    await setSending(
      tx,
      lines.map(({ id }) => id),
      now,
    )
    const answers = lines.map((line): SupplierLineAnswer => {
      const found = matches.get(line)
      return found
        ? acceptedAnswer(line, found)
        : { lineId: line.id, confirmedQty: 0, reason: refusal?.text ?? NOT_ACCEPTED }
    })
    await applyAnswers(tx, null, answers, now)
    await queries.releaseRoute(tx, order.supply_route_id)
  })
}

type MatchedLine = NonNullable<ReturnType<ReturnType<typeof matchLines<UnsentLine>>['get']>>

const acceptedAnswer = (line: UnsentLine, { order, position }: MatchedLine): SupplierLineAnswer => ({
  lineId: line.id,
  ...(position.qty !== null && { confirmedQty: position.qty }),
  priceKop: position.priceKop,
  newArticle: articleKey(position.article) === articleKey(line.article) ? '' : position.article,
  supplierNumber: order.number,
  positionId: position.positionId,
  status: { code: position.statusCode, name: position.statusName },
  target: 'ordered_supplier',
})

/** Pauses a supplier that rejects all orders, with the reason for managers. */
const stop = ({ db, clock }: SendDeps, order: queries.OrderToSend, reason: string) =>
  db.transaction().execute(async (tx) => {
    const now = clock.now()
    const retryAt = after(now, STOP_MS)
    const stopped = { state: 'stopped', reason, next_at: retryAt, lease_until: now } as const
    const isOurs = await queries.setState(tx, order.id, order.attempts, stopped)
    if (!isOurs) return
    await queries.putBack(tx, order.id)
    await queries.suspendRoute(tx, order.supply_route_id, reason, { now, retryAt })
    await recordEvent(tx, PORTAL, {
      event: 'supplier_order.sending_suspended',
      object: `Поставщик «${order.source}», заказ ${order.number}`,
      changes: [{ field: 'Причина', before: null, after: reason }],
    })
  })

/** Placeholder for the request of a background job. */
const PORTAL = { address: '', requestId: '' }
