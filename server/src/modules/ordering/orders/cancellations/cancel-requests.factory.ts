import type { Db } from '../../../../platform/db/index.ts'

/** Moves the whole order into procurement, bypassing all rules, and returns its first line. */
export async function getForClient(db: Db, orderId: number): Promise<number> {
  const lines = db.selectFrom('order_lines').select('id').where('order_id', '=', orderId)
  await db.updateTable('order_line_allocations').set({ state: 'in_work' }).where('line_id', 'in', lines).execute()
  return (await lines.orderBy('position').limit(1).executeTakeFirstOrThrow()).id
}

/** Creates a cancellation request of the client for the first line of their order. */
export async function buildCancelRequest(db: Db, orderId: number, clientId: number, now: Date): Promise<number> {
  const lineId = await getForClient(db, orderId)
  const order = db.selectFrom('orders').select('contractor_id').where('id', '=', orderId)
  const { contractor_id } = await order.executeTakeFirstOrThrow()
  const { id } = await db
    .insertInto('cancel_requests')
    .values({
      line_id: lineId,
      order_id: orderId,
      contractor_id,
      qty: 1,
      message: 'Передумали',
      actor_id: clientId,
      subject_id: clientId,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
