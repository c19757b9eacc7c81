import { toThousandths } from '@artikul/contract/core/money'
import type { Kysely, Transaction } from 'kysely'
import type { DB } from '../../../../platform/db/index.ts'
import { enqueueJob } from '../../../../platform/jobs.ts'
import { applyAnswers } from '../answers/answers.ts'
import { addWishes, markGone, selectLiving } from '../cancel.queries.ts'
import * as queries from './collect.queries.ts'

/** Clients' lines per transaction. */
const AT_ONCE = 500

/** Quantities of a client's line not ordered from suppliers yet, and the maximum that may be, in thousandths. */
const shares = ({ in_work, sending, qty, asked: ordered }: queries.LineOfWork) => ({
  idle: toThousandths(in_work) - toThousandths(sending),
  room: toThousandths(qty) - toThousandths(ordered),
})

/** Calculates the quantity of a client's line still to be ordered from its supplier. */
function wantedOf(line: queries.LineOfWork): number {
  const { idle, room } = shares(line)
  return Math.max(0, Math.min(idle, room)) / 1000
}

/**
 * Calculates the unwanted quantity of suppliers' deliveries whose cancellation was not requested yet, in thousandths.
 * Received goods are excluded in any case.
 */
function excessOf(line: queries.LineOfWork & { wanted: number }): number {
  const coming = toThousandths(line.asked) - toThousandths(line.received) - toThousandths(line.unwanted)
  const come = Math.min(toThousandths(line.received), toThousandths(line.here))
  const needed = toThousandths(line.alive) - toThousandths(line.wanted) - come
  return Math.max(0, Math.min(coming - needed, toThousandths(line.dropped) - toThousandths(line.unwished)))
}

/** Requests cancellation at suppliers for quantities that clients have cancelled, newest lines first. */
async function cancelAtSuppliers(
  tx: Transaction<DB>,
  work: readonly (queries.LineOfWork & { wanted: number })[],
  now: Date,
) {
  const excess = new Map(work.map((line) => [line.line_id, excessOf(line)] as const).filter(([, qty]) => qty !== 0))
  if (excess.size === 0) return
  const wishes = (await selectLiving(tx, [...excess.keys()])).flatMap((row) => {
    const left = excess.get(row.order_line_id) ?? 0
    const qty = Math.min(left, toThousandths(row.qty))
    excess.set(row.order_line_id, left - qty)
    return qty > 0 ? [{ line_id: row.id, qty: qty / 1000 }] : []
  })
  if (wishes.length === 0) return
  await addWishes(tx, wishes, now)
  await enqueueJob(tx, 'supplier_cancellations')
  await markGone(
    tx,
    wishes.map((wish) => wish.line_id),
  )
}

/** Parts that returned to procurement after the client's approval are already at their supplier. */
async function goOn(tx: Transaction<DB>, work: readonly queries.LineOfWork[], now: Date) {
  const agreed = work.filter((line) => shares(line).idle > shares(line).room)
  if (agreed.length === 0) return
  const ids = await queries.selectAsking(
    tx,
    agreed.map(({ line_id }) => line_id),
  )
  await applyAnswers(
    tx,
    null,
    ids.map((lineId) => ({ lineId, target: 'ordered_supplier' as const })),
    now,
  )
}

/** Adjusts the procurement queues to the clients' lines in procurement. */
async function putRight(tx: Transaction<DB>, lineIds: readonly number[], now: Date) {
  const work = (await queries.selectProcurementWork(tx, lineIds)).map((line) => ({ ...line, wanted: wantedOf(line) }))
  const obsoleteIds = work.flatMap(({ waiting_id: id, wanted }) => (id !== null && wanted === 0 ? [id] : []))
  const changed = work.flatMap(({ waiting_id: id, waiting_qty, wanted }) =>
    id !== null && wanted > 0 && waiting_qty !== wanted ? [{ id, qty: wanted }] : [],
  )
  const fresh = work.filter(({ waiting_id, sending, wanted }) => waiting_id === null && sending === 0 && wanted > 0)
  if (obsoleteIds.length > 0) await queries.deleteSupplierLines(tx, obsoleteIds)
  if (changed.length > 0) await queries.updateQuantities(tx, changed, now)
  await goOn(tx, work, now)
  await cancelAtSuppliers(tx, work, now)
  if (fresh.length === 0) return
  const lines = fresh.map(({ line_id, supply_route_id, purchase_kop, brand, article, handle, wanted }) => ({
    ...{ line_id, supply_route_id, purchase_kop, brand, article, handle },
    qty: wanted,
  }))
  await queries.insertSupplierLines(tx, lines, now)
}

/** @returns true when there is more to collect */
const collectNext = (db: Kysely<DB>, now: Date): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    if (!(await queries.tryTurn(tx))) return false
    const lineIds = await queries.consumeProcurementQueue(tx, AT_ONCE)
    if (lineIds.length > 0) await putRight(tx, lineIds, now)
    return lineIds.length > 0
  })

/** Adds lines that entered procurement to their supplier's queue and removes those that left it. */
export async function collect(db: Kysely<DB>, now: () => Date, stopping: AbortSignal) {
  while (!stopping.aborted && (await collectNext(db, now()))) continue
}
