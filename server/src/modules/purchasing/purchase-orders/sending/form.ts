import { MOST_LINES_OF_SUPPLIER_ORDER } from '@artikul/contract/purchasing/supplier-orders'
import type { Kysely, Transaction } from 'kysely'
import type { DB } from '../../../../platform/db/index.ts'
import { tryTurn, waitForTurn } from './collect.queries.ts'
import * as queries from './form.queries.ts'
import { tellOfOrders } from '../tell.ts'

/** Lines that are made up into orders at once. */
const AT_ONCE = 10_000

/** Orders to one source of these lines: no more lines in each than a supplier takes. */
async function makeUp(tx: Transaction<DB>, lines: readonly queries.DueLine[], actorId: number | null, now: Date) {
  const made: (queries.NewSupplierOrder & { id: number; number: string })[] = []
  for (let start = 0; start < lines.length; start += MOST_LINES_OF_SUPPLIER_ORDER) {
    const part = lines.slice(start, start + MOST_LINES_OF_SUPPLIER_ORDER)
    const [first] = part
    if (!first) break
    const { source_id, channel } = first
    const fields = { source_id, channel, actor_id: actorId }
    const order = await queries.insertOrder(tx, fields, now)
    await queries.putIntoOrder(
      tx,
      order.id,
      part.map(({ id }) => id),
    )
    made.push({ ...fields, ...order })
  }
  await tellOfOrders(
    tx,
    made.map(({ id }) => id),
    now,
  )
  return made
}

const isEnough = (lines: readonly queries.DueLine[]) =>
  lines.reduce((sum, line) => sum + line.sum_kop, 0) >= (lines[0]?.min_order_kop ?? 0)

/** What is due by the terms of its source becomes orders; below the smallest sum it goes on waiting. */
export const formDue = (db: Kysely<DB>, now: Date): Promise<void> =>
  db.transaction().execute(async (tx) => {
    if (!(await tryTurn(tx))) return
    const due = Map.groupBy(await queries.takeDue(tx, now, AT_ONCE), ({ source_id }) => source_id)
    for (const lines of due.values()) if (isEnough(lines)) await makeUp(tx, lines, null, now)
  })

/** All that waits for the source becomes orders now: a person has said so. */
export async function formNow(tx: Transaction<DB>, sourceId: number, actorId: number, now: Date) {
  await waitForTurn(tx)
  return makeUp(tx, await queries.takeWaiting(tx, sourceId, AT_ONCE), actorId, now)
}
