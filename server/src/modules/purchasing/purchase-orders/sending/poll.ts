import { articleKey } from '@artikul/contract/catalog/article'
import { isDropped } from '@artikul/contract/ordering/orders/orders'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { Clock } from '../../../../platform/clock.ts'
import type { DB } from '../../../../platform/db/index.ts'
import { loggable } from '../../../../platform/telemetry/log-error.ts'
import { learnMeanings, type OnlineOrdering, type SupplierOrder } from '../../../suppliers/index.ts'
import { applyAnswers, type SupplierLineAnswer } from '../answers/answers.ts'
import { matchLines } from '../answers/match.ts'
import * as queries from './poll.queries.ts'

const MINUTE_MS = 60_000
/** Orders queried in one call. */
const AT_ONCE = 20
/** Lease during a query, so that no other server repeats it. */
const LEASE_MS = 3 * MINUTE_MS
/** Query interval by the age of the order: the newest every few minutes. */
const PACE: readonly { youngerMs: number; everyMs: number }[] = [
  { youngerMs: 60 * MINUTE_MS, everyMs: 3 * MINUTE_MS },
  { youngerMs: 24 * 60 * MINUTE_MS, everyMs: 10 * MINUTE_MS },
  { youngerMs: Infinity, everyMs: 60 * MINUTE_MS },
]

export interface PollDeps {
  /** Database handle with access to the rows of all companies. */
  db: Kysely<DB>
  clock: Clock
  log: Logger
  ordering: Pick<OnlineOrdering, 'read'>
}

/** Queries the states of sent orders at suppliers; sources are processed concurrently, a few orders at a time. */
export async function pollDue(deps: PollDeps, stopping: AbortSignal): Promise<void> {
  const sources = await queries.selectRoutesToPoll(deps.db, deps.clock.now())
  await Promise.all(
    sources.map(async (supplyRouteId) => {
      while (!stopping.aborted && (await pollNext(deps, supplyRouteId))) continue
    }),
  )
}

const nextAt = ({ sent_at: sentAt }: queries.PolledOrder, now: Date) => {
  const age = now.getTime() - sentAt.getTime()
  return new Date(now.getTime() + (PACE.find(({ youngerMs }) => age < youngerMs)?.everyMs ?? 0))
}

/** @returns true when there may be more */
async function pollNext(deps: PollDeps, supplyRouteId: number): Promise<boolean> {
  const { db, clock, log, ordering } = deps
  const now = clock.now()
  const until = new Date(now.getTime() + LEASE_MS)
  const orders = await queries.claimOrders(db, supplyRouteId, { now, until, most: AT_ONCE })
  if (orders.length === 0) return false
  const lines = await queries.selectFollowed(
    db,
    orders.map(({ id }) => id),
  )
  const numbers = [...new Set(lines.map((line) => line.supplier_number))].filter(Boolean)
  try {
    const supplierOrders = numbers.length > 0 ? await ordering.read(supplyRouteId, numbers) : []
    await applyPolled(deps, supplyRouteId, lines, supplierOrders)
  } catch (error) {
    log.warn({ err: loggable(error) }, 'purchase order status request failed')
    return false
  } finally {
    const moment = clock.now()
    await queries.putNext(
      db,
      orders.map((order) => ({ id: order.id, nextAt: nextAt(order, moment) })),
    )
  }
  return orders.length === AT_ONCE
}

/** Applies the answers, each order in its own transaction. */
async function applyPolled(
  { db, clock }: PollDeps,
  supplyRouteId: number,
  lines: readonly queries.FollowedLine[],
  supplierOrders: readonly SupplierOrder[],
) {
  const met = supplierOrders.flatMap((order) =>
    order.lines.map(({ statusCode: code, statusName: name }) => ({ code, name })),
  )
  const meaningOf = await db.transaction().execute((tx) => learnMeanings(tx, supplyRouteId, met))
  for (const own of Map.groupBy(lines, (line) => line.supplier_order_id).values()) {
    const numbers = new Set(own.map((line) => line.supplier_number))
    const matches = matchLines(
      own,
      supplierOrders.filter(({ number }) => numbers.has(number)),
    )
    const answers = [...matches].map(([line, { order, position }]): SupplierLineAnswer => {
      const target = meaningOf(position.statusCode)
      const isGone = target === 'refused_supplier' || (line.is_cancelled && target !== undefined && isDropped(target))
      return {
        lineId: line.id,
        ...(position.qty !== null && !isGone && { confirmedQty: position.qty }),
        ...(isGone && { confirmedQty: 0, reason: position.statusName }),
        priceKop: position.priceKop,
        newArticle: articleKey(position.article) === articleKey(line.article) ? '' : position.article,
        supplierNumber: order.number,
        positionId: position.positionId,
        status: { code: position.statusCode, name: position.statusName },
        ...(target !== undefined && !isGone && { target }),
      }
    })
    await db.transaction().execute((tx) => applyAnswers(tx, null, answers, clock.now()))
  }
}
