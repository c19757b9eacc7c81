import type { AccessScope } from '../../../../platform/access/index.ts'
import type { Wait } from '@artikul/contract/ordering/orders/held-orders'
import type { Db } from '../../../../platform/db/index.ts'
import { seesReasons, shownReason } from '../redaction.ts'
import { readWaiting, type HeldOrder } from './release.ts'
import { selectContractsOfOrders, selectLastRequest } from './order-holds.queries.ts'

/** Reads the received payments of a waiting order; null for each value that is hidden or not applicable. */
export function paymentOf(order: HeldOrder | undefined, reader: AccessScope) {
  if (!order || order.need_kop === 0 || !seesReasons(reader))
    return { need_kop: null, paid_kop: null, left_kop: null, paid_percent: null }
  const { need_kop: need, paid_kop: paid } = order
  const percent = Math.floor((paid * 100) / need)
  return { need_kop: need, paid_kop: paid, left_kop: need - paid, paid_percent: percent }
}

/** Reads the waiting ones among the orders by id, in one call for any number of rows. */
export async function readWaitsOf(db: Db, orderIds: readonly number[], now: Date): Promise<Map<number, HeldOrder>> {
  const contractIds = await selectContractsOfOrders(db, orderIds)
  return new Map((await readWaiting(db, contractIds, now)).map((order) => [order.id, order]))
}

/**
 * Reads the wait of an order and its available actions; null when it does not wait.
 * @param mayPlace true when the reader may place orders for the company
 */
export async function readWait(
  db: Db,
  { reader, now, mayPlace }: { reader: AccessScope; now: Date; mayPlace: boolean },
  id: number,
): Promise<Wait | null> {
  const order = (await readWaitsOf(db, [id], now)).get(id)
  if (!order) return null
  const isHeld = order.kind === 'credit'
  const request = isHeld ? await selectLastRequest(db, id) : undefined
  const available = isHeld && seesReasons(reader) ? order.available_kop : null
  return {
    kind: order.kind,
    until: order.reserved_until.toISOString(),
    reason: shownReason(reader, order.reason),
    ...paymentOf(order, reader),
    available_kop: available,
    request: request
      ? {
          at: request.created_at.toISOString(),
          by: request.by,
          state: (request.answer as 'unblocked' | 'declined' | null) ?? 'waiting', // the column's CHECK
          decline_reason: request.decline_reason,
        }
      : null,
    can: {
      prepay: isHeld && mayPlace,
      place_part: isHeld && mayPlace && (available ?? 0) > 0,
      ask: isHeld && mayPlace && request?.answer !== null,
    },
  }
}
