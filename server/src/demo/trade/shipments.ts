import type { Database } from '../../platform/db/index.ts'
import { createDirectory } from '../../modules/catalog/index.ts'
import { moveLines } from '../../modules/ordering/index.ts'
import { cancelShipment, shipReady } from '../../modules/fulfilment/index.ts'
import type { DemoParties } from '../parties.ts'
import { selectHere, selectToCome } from './shipments.queries.ts'

/** Number of points with shipments; the rest waits for a manager. */
const POINTS = 3
const REASON = 'Машина не вышла в рейс'

/**
 * Creates today's shipments through the regular code: some in transit, one cancelled; most goods remain to be shipped.
 */
export async function shipSome(database: Database, { managerId, overdueContractId }: DemoParties, now: Date) {
  const { db } = database
  const author = { actorId: managerId, subjectId: managerId, contractorId: null, address: '', requestId: '' }
  const come = (await selectToCome(db, overdueContractId)).map(({ line_id: lineId, state, qty }) => ({
    lineId,
    from: state,
    to: 'ready' as const,
    qty,
  }))
  await db.transaction().execute((tx) => moveLines(tx, { mover: 'staff', author }, come, now))
  const deps = { clock: { now: () => now }, readDirectory: createDirectory(db, 60_000), acceptanceDays: 3 }
  const lines = await selectHere(db, overdueContractId)
  const points = [...Map.groupBy(lines, (line) => `${line.contract_id} ${line.consignee_id}`).values()]
  for (const [at, own] of points.slice(0, POINTS).entries()) {
    // For every other point a piece is left for the next run.
    const wantedLines = own.map(({ line_id, qty }) => ({ line_id, qty: qty > 1 && at % 2 === 0 ? qty - 1 : qty }))
    const despite_reason = 'Согласовано с бухгалтерией'
    const ship = { lines: wantedLines, despite_reason }
    const [made] = await db.transaction().execute((tx) => shipReady(tx, deps, { mayDespite: true, author }, ship))
    if (at === 0 && made)
      await db.transaction().execute((tx) => cancelShipment(tx, deps, author, { id: made.id, reason: REASON }))
  }
}
