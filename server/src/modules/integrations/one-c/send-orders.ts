import { keysOf } from '@artikul/contract/core/keys'
import { LINE_STATES } from '@artikul/contract/ordering/orders/line-states'
import { isDropped } from '@artikul/contract/ordering/orders/order-status'
import type { Kysely } from 'kysely'
import type { DB } from '../../../platform/db/index.ts'
import { selectExternalIds } from './goods.queries.ts'
import { renderOrders } from './order-xml.ts'
import * as queries from './orders.queries.ts'
import type { Session } from './sessions.queries.ts'

/** Orders of one answer; 1C asks again in its next session. */
const ORDERS_AT_ONCE = 500

const DROPPED = keysOf(LINE_STATES).filter(isDropped)

/** Gives 1C the orders that it has not confirmed, at their last version. */
export function sendOrders(db: Kysely<DB>, { id: sessionId, node_id: nodeId }: Session, now: Date): Promise<Buffer> {
  return db.transaction().execute(async (tx) => {
    await queries.queueChangedOrders(tx, nodeId, now)
    const orders = await queries.selectOrdersToSend(tx, nodeId, ORDERS_AT_ONCE)
    const ids = orders.map(({ id }) => id)
    const lines = ids.length === 0 ? [] : await queries.selectLinesToSend(tx, ids, DROPPED)
    const externalIds = await selectExternalIds(tx, nodeId, [...new Set(lines.map((line) => line.product_id))])
    const ofOrder = Map.groupBy(lines, (line) => line.order_id)
    await queries.noteSent(tx, { nodeId, sessionId }, orders, now)
    return renderOrders(
      orders.map((order) => ({ order, lines: ofOrder.get(order.id) ?? [] })),
      externalIds,
      now,
    )
  })
}
