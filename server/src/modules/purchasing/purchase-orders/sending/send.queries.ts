import { sql } from 'kysely'
import type { Db } from '../../../../platform/db/index.ts'
import { enqueueJob } from '../../../../platform/jobs.ts'

export interface OrderToSend {
  id: number
  supply_route_id: number
  source: string
  number: string
  state: 'due' | 'sending' | 'unknown' | 'stopped'
  attempts: number
  /** End of the lease; null when the order was never sent. */
  lease_until: Date | null
}

/** Selects sources with orders that are due to be sent or searched for by API. */
export async function selectRoutesToSend(db: Db, now: Date): Promise<number[]> {
  const rows = await db
    .selectFrom('supplier_orders')
    .select('supply_route_id')
    .distinct()
    .where('next_at', '<=', now)
    .where('channel', '=', 'api')
    .where('state', 'in', ['due', 'sending', 'unknown', 'stopped'])
    .execute()
  return rows.map((row) => row.supply_route_id)
}

/** Claims the next order of the source; for a source that stopped the portal, only the trial order is claimed. */
export async function claimOrder(
  db: Db,
  supplyRouteId: number,
  now: Date,
  until: Date,
): Promise<OrderToSend | undefined> {
  const { rows } = await sql<OrderToSend>`
    update supplier_orders own set next_at = ${until}
    from supply_routes
    where supply_routes.id = own.supply_route_id and own.id = (
      select id from supplier_orders
      where supply_route_id = ${supplyRouteId} and channel = 'api' and next_at <= ${now}
        and state in ('due', 'sending', 'unknown', 'stopped')
        and (state <> 'due' or not exists (
          select from supplier_suspensions stop where stop.supply_route_id = ${supplyRouteId} and stop.retry_at > ${now}))
      order by next_at, id limit 1 for update skip locked)
    returning own.id, own.supply_route_id, supply_routes.name as source, own.number, own.state, own.attempts, own.lease_until`.execute(
    db,
  )
  return rows[0]
}

export interface OrderState {
  state: 'sending' | 'unknown' | 'sent' | 'done' | 'refused' | 'stopped'
  reason: string
  next_at: Date | null
  sent_at?: Date
  /** New end of the lease, for answers that leave nothing in transit. */
  lease_until?: Date
}

/** Updates the state if this attempt is still the last one. @returns false when another server has claimed the order */
export async function setState(db: Db, id: number, attempts: number, fields: OrderState): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('supplier_orders')
    .set({ ...fields, version: sql`version + 1` })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .executeTakeFirst()
  if (fields.state === 'unknown' && fields.next_at) await enqueueJob(db, 'supplier_orders', fields.next_at)
  return numUpdatedRows > 0n
}

/** Records another attempt: until the end of its lease the request may still arrive. */
export async function beginSendAttempt(db: Db, id: number, until: Date): Promise<number> {
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
 * Returns the lines of an unsent order to the queue and re-evaluates those that entered or left procurement meanwhile.
 * Unsent quantities need no cancellation.
 */
export async function putBack(db: Db, orderId: number): Promise<void> {
  await sql`
    with back as (
      update supplier_order_lines set state = 'waiting', version = version + 1
      where supplier_order_id = ${orderId} and state = 'sending' returning id, order_line_id
    ), forgotten as (
      delete from supplier_cancellations where line_id in (select id from back)
    ) insert into procurement_queue (line_id) select order_line_id from back where order_line_id is not null`.execute(
    db,
  )
}

export const suspendRoute = (
  db: Db,
  supplyRouteId: number,
  reason: string,
  { now, retryAt }: { now: Date; retryAt: Date },
) =>
  db
    .insertInto('supplier_suspensions')
    .values({ supply_route_id: supplyRouteId, reason, stopped_at: now, retry_at: retryAt })
    .onConflict((conflict) => conflict.column('supply_route_id').doUpdateSet({ reason, retry_at: retryAt }))
    .execute()

/** @returns true when it was stopped */
export async function releaseRoute(db: Db, supplyRouteId: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('supplier_suspensions')
    .where('supply_route_id', '=', supplyRouteId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Restores the order to its state before an attempt that was not made. */
export const unsend = (db: Db, { id, attempts, lease_until }: OrderToSend, reason: string, nextAt: Date) =>
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
