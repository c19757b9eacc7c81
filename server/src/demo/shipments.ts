import type { Database } from '../platform/db/index.ts'
import { createDirectory } from '../modules/catalog/index.ts'
import { cancelShipment, shipReady } from '../modules/shipments/index.ts'
import type { DemoParties } from './parties.ts'
import { letSomeCome, selectOnShelves } from './shipments.queries.ts'

/** Points that something is shipped to; the rest waits for a manager. */
const POINTS = 4
const REASON = 'Машина не вышла в рейс'

/** Shipments of today by the same code as real ones: some on their way, one taken back; much is left to ship. */
export async function shipSome(database: Database, { managerId, overdueContractId }: DemoParties, now: Date) {
  const { db } = database
  await letSomeCome(db, managerId, now)
  const deps = { clock: { now: () => now }, readDirectory: createDirectory(db, 60_000), acceptanceDays: 3 }
  const author = { actorId: managerId, subjectId: managerId, contractorId: null, address: '', requestId: '' }
  const lines = await selectOnShelves(db, overdueContractId)
  const points = [...Map.groupBy(lines, (line) => `${line.contract_id} ${line.consignee_id}`).values()].slice(0, POINTS)
  for (const [at, own] of points.entries()) {
    const asked = own.map(({ line_id, qty }) => ({ line_id, qty: qty > 1 && at % 2 === 0 ? qty - 1 : qty }))
    const by = { mayDespite: true, author }
    const reason = { despite_reason: 'Согласовано с бухгалтерией' }
    const [made] = await db.transaction().execute((tx) => shipReady(tx, deps, by, { lines: asked, ...reason }))
    if (at === POINTS - 1 && made)
      await db.transaction().execute((tx) => cancelShipment(tx, deps, author, { id: made.id, reason: REASON }))
  }
}
