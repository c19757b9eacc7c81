import type { LineState } from '@artikul/contract/ordering/orders/orders'
import type { Kysely } from 'kysely'
import type { DB } from '../../../../platform/db/index.ts'
import { moveLines } from './line-transitions.ts'

/** Refuses the first line of the order as a manager and returns its id. */
export async function buildRefused(db: Kysely<DB>, orderId: number, managerId: number, now: Date): Promise<number> {
  const parts = await db
    .selectFrom('order_lines as line')
    .innerJoin('order_line_allocations as part', 'part.line_id', 'line.id')
    .select(['line.id', 'part.state', 'part.qty'])
    .where('line.order_id', '=', orderId)
    .where('line.position', '=', 1)
    .execute()
  const author = { actorId: managerId, subjectId: managerId }
  const moves = parts.map(({ id, state, qty }) => ({
    lineId: id,
    from: state as LineState, // the table's writers use no other states
    to: 'refused_supplier' as const,
    qty,
    reason: 'Снято с производства',
  }))
  await db.transaction().execute((tx) => moveLines(tx, { mover: 'staff', author }, moves, now))
  return parts[0]?.id ?? 0
}
