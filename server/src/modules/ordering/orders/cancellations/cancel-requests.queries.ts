import type { AccessScope } from '../../../../platform/access/index.ts'
import { sql } from 'kysely'
import type { Db } from '../../../../platform/db/index.ts'
import { writtenBy, type Writer } from '../../../../platform/http/index.ts'
import { readableOrders } from '../../../companies/index.ts'

export interface LineToCancel {
  line_id: number
  order_id: number
  number: string
  contractor_id: number
  consignee_id: number
}

/** Selects the line if the person may read its order. */
export async function selectLineToCancel(
  db: Db,
  reader: AccessScope,
  lineId: number,
): Promise<LineToCancel | undefined> {
  const { rows } = await sql<LineToCancel>`
    select line.id as line_id, orders.id as order_id, orders.number, orders.contractor_id, orders.consignee_id
    from order_lines line join orders on orders.id = line.order_id
    where line.id = ${lineId} and ${readableOrders(reader)}`.execute(db)
  return rows[0]
}

export interface CancelRequestRow extends LineToCancel {
  qty: number
  message: string
}

/** Selects a request of an order that the person may read. */
export async function selectCancelRequest(
  db: Db,
  reader: AccessScope,
  id: number,
): Promise<CancelRequestRow | undefined> {
  const { rows } = await sql<CancelRequestRow>`
    select request.line_id, request.qty, request.message, orders.id as order_id, orders.number, orders.contractor_id,
      orders.consignee_id
    from cancel_requests request join orders on orders.id = request.order_id
    where request.id = ${id} and ${readableOrders(reader)}`.execute(db)
  return rows[0]
}

/** @returns undefined when the line already has an open request */
export async function insertCancelRequest(
  db: Db,
  { line_id, order_id, contractor_id }: LineToCancel,
  { qty, message }: { qty: number; message: string },
  author: Writer,
  now: Date,
): Promise<number | undefined> {
  const row = await db
    .insertInto('cancel_requests')
    .values({ line_id, order_id, contractor_id, qty, message, ...writtenBy(author), created_at: now })
    .onConflict((conflict) => conflict.column('line_id').where('ended_at', 'is', null).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

interface Ending {
  answer: 'agreed' | 'declined' | 'withdrawn'
  /** Reason of a refusal. */
  reason?: string
}

/** @returns false when the request was already answered or withdrawn */
export async function endRequest(db: Db, id: number, { answer, reason = '' }: Ending, author: Writer, now: Date) {
  const { numUpdatedRows } = await db
    .updateTable('cancel_requests')
    .set({
      ended_at: now,
      answer,
      decline_reason: reason,
      ended_actor_id: author.actorId,
      ended_subject_id: author.subjectId,
    })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Selects the last open or refused request of every line of the order. */
export async function selectRequestsOfOrder(db: Db, orderId: number) {
  const { rows } = await sql<{
    id: number
    line_id: number
    qty: number
    message: string
    by: string
    at: Date
    decline_reason: string | null
  }>`
    select request.id, line.id as line_id, request.qty, request.message, users.full_name as by, request.created_at as at,
      nullif(request.decline_reason, '') as decline_reason
    from order_lines line
    cross join lateral (select * from cancel_requests where line_id = line.id order by id desc limit 1) request
    join users on users.id = request.actor_id
    where line.order_id = ${orderId} and (request.answer is null or request.answer = 'declined')`.execute(db)
  return rows
}
export type RequestOfLine = Awaited<ReturnType<typeof selectRequestsOfOrder>>[number]
