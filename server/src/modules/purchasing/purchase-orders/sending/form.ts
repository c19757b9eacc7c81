import { MAX_SUPPLIER_ORDER_LINES } from '@artikul/contract/purchasing/supplier-orders'
import type { Kysely, Transaction } from 'kysely'
import type { DB } from '../../../../platform/db/index.ts'
import { enqueueJob } from '../../../../platform/jobs.ts'
import { tryTurn, waitForTurn } from './collect.queries.ts'
import * as queries from './form.queries.ts'
import { publishSupplierOrders } from '../publish-supplier-orders.ts'

/** Lines that are turned into orders at once. */
const AT_ONCE = 10_000

/** Creates orders to one source, none with more lines than a supplier accepts. */
async function makeUp(tx: Transaction<DB>, lines: readonly queries.DueLine[], actorId: number | null, now: Date) {
  const made: (queries.SupplierOrderToInsert & { id: number; number: string })[] = []
  for (let start = 0; start < lines.length; start += MAX_SUPPLIER_ORDER_LINES) {
    const part = lines.slice(start, start + MAX_SUPPLIER_ORDER_LINES)
    const [first] = part
    if (!first) break
    const { supply_route_id, channel } = first
    const fields = { supply_route_id, channel, actor_id: actorId }
    const order = await queries.insertOrder(tx, fields, now)
    await queries.putIntoOrder(
      tx,
      order.id,
      part.map(({ id }) => id),
    )
    made.push({ ...fields, ...order })
  }
  const sender = made[0]?.channel === 'file' ? 'supplier_files' : 'supplier_orders'
  if (made.length > 0) await enqueueJob(tx, sender)
  await publishSupplierOrders(
    tx,
    made.map(({ id }) => id),
    now,
  )
  return made
}

const isEnough = (lines: readonly queries.DueLine[]) =>
  lines.reduce((sum, line) => sum + line.sum_kop, 0) >= (lines[0]?.min_order_kop ?? 0)

/** Creates the orders that are due by the terms of their source; below the minimum sum the lines keep waiting. */
export const formDue = (db: Kysely<DB>, now: Date): Promise<void> =>
  db.transaction().execute(async (tx) => {
    if (!(await tryTurn(tx))) return
    const due = Map.groupBy(await queries.lockDueOrders(tx, now, AT_ONCE), ({ supply_route_id }) => supply_route_id)
    for (const lines of due.values()) if (isEnough(lines)) await makeUp(tx, lines, null, now)
  })

/** Creates orders from the whole queue of the source at a person's request. */
export async function formNow(tx: Transaction<DB>, supplyRouteId: number, actorId: number, now: Date) {
  await waitForTurn(tx)
  return makeUp(tx, await queries.lockWaitingLines(tx, supplyRouteId, AT_ONCE), actorId, now)
}
