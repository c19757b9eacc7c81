import { sql } from 'kysely'
import type { Db } from '../../../../platform/db/index.ts'

export interface ClaimedOrder {
  id: number
  source_id: number
  source: string
  number: string
  state: 'due' | 'sending' | 'unknown' | 'stopped'
  attempts: number
  /** null: it was never sent. */
  lease_until: Date | null
}

/** Sources that something is to be sent to, or looked for at, by API. */
export async function selectDueSources(db: Db, now: Date): Promise<number[]> {
  const rows = await db
    .selectFrom('supplier_orders')
    .select('source_id')
    .distinct()
    .where('next_at', '<=', now)
    .where('channel', '=', 'api')
    .where('state', 'in', ['due', 'sending', 'unknown', 'stopped'])
    .execute()
  return rows.map((row) => row.source_id)
}

/** The next order of the source, for nobody else until then; a source that has stopped us waits with all but the one that tries again. */
export async function claimOrder(db: Db, sourceId: number, now: Date, until: Date): Promise<ClaimedOrder | undefined> {
  const { rows } = await sql<ClaimedOrder>`
    update supplier_orders own set next_at = ${until}
    from sources
    where sources.id = own.source_id and own.id = (
      select id from supplier_orders
      where source_id = ${sourceId} and channel = 'api' and next_at <= ${now}
        and state in ('due', 'sending', 'unknown', 'stopped')
        and (state <> 'due' or not exists (
          select from supplier_stops stop where stop.source_id = ${sourceId} and stop.retry_at > ${now}))
      order by next_at, id limit 1 for update skip locked)
    returning own.id, own.source_id, sources.name as source, own.number, own.state, own.attempts, own.lease_until`.execute(
    db,
  )
  return rows[0]
}

export interface OrderState {
  state: 'sending' | 'unknown' | 'sent' | 'done' | 'refused' | 'stopped'
  reason: string
  next_at: Date | null
  sent_at?: Date
  /** Of an answer that leaves nothing on its way. */
  lease_until?: Date
}

/** Into the state from an attempt that is still the last one. @returns false: somebody has taken the order over */
export async function setState(db: Db, id: number, attempts: number, fields: OrderState): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('supplier_orders')
    .set({ ...fields, version: sql`version + 1` })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** One more attempt: until then what is sent now may still arrive. */
export async function beginAttempt(db: Db, id: number, until: Date): Promise<number> {
  const { attempts } = await db
    .updateTable('supplier_orders')
    .set({
      state: 'sending',
      reason: '',
      attempts: sql`attempts + 1`,
      lease_until: until,
      next_at: until,
      version: sql`version + 1`,
    })
    .where('id', '=', id)
    .returning('attempts')
    .executeTakeFirstOrThrow()
  return attempts
}

/**
 * Of the order that is sent again some time its lines wait anew; what has come into work or left it meanwhile is looked
 * at. What was not sent need not be cancelled.
 */
export async function putBack(db: Db, orderId: number): Promise<void> {
  await sql`
    with back as (
      update supplier_order_lines set state = 'waiting', version = version + 1
      where supplier_order_id = ${orderId} and state = 'sending' returning id, order_line_id
    ), forgotten as (
      delete from supplier_cancellations where line_id in (select id from back)
    ) insert into lines_to_collect (line_id) select order_line_id from back`.execute(db)
}

export const stopSource = (db: Db, sourceId: number, reason: string, { now, retryAt }: { now: Date; retryAt: Date }) =>
  db
    .insertInto('supplier_stops')
    .values({ source_id: sourceId, reason, stopped_at: now, retry_at: retryAt })
    .onConflict((conflict) => conflict.column('source_id').doUpdateSet({ reason, retry_at: retryAt }))
    .execute()

/** @returns whether it was stopped */
export async function releaseSource(db: Db, sourceId: number): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('supplier_stops').where('source_id', '=', sourceId).executeTakeFirst()
  return numDeletedRows > 0n
}

/** As it was before the attempt, which has not been made. */
export const unsend = (db: Db, { id, attempts, lease_until }: ClaimedOrder, reason: string, nextAt: Date) =>
  db
    .updateTable('supplier_orders')
    .set({
      state: attempts > 1 ? 'unknown' : 'due',
      attempts: attempts - 1,
      lease_until,
      reason,
      next_at: nextAt,
      version: sql`version + 1`,
    })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .execute()
