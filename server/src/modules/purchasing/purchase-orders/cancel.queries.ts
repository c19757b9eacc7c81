import type { CancellationState } from '@artikul/contract/purchasing/supplier-cancellations'
import type { SupplierOrderChannel } from '@artikul/contract/purchasing/supplier-orders'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/index.ts'

/** Quantity of a line at its supplier that is no longer wanted. */
export interface Unwanted {
  line_id: number
  qty: number
}

/** Adds to the quantity to be cancelled, which is requested again. */
export const addWishes = (db: Db, wishes: readonly Unwanted[], now: Date) =>
  sql`
    insert into supplier_cancellations as wish (line_id, qty, state, next_at, created_at, changed_at)
    select line_id, qty, 'due', ${now}::timestamptz, ${now}::timestamptz, ${now}::timestamptz
    from unnest(${wishes.map((wish) => wish.line_id)}::integer[], ${wishes.map((wish) => wish.qty)}::numeric[])
      as given (line_id, qty)
    on conflict (line_id) do update set qty = wish.qty + excluded.qty, state = 'due', reason = '', attempts = 0,
      next_at = excluded.next_at, changed_at = excluded.changed_at`.execute(db)

/** Marks lines whose whole client quantity was cancelled, so that this is visible next to the clients' parts. */
export const markGone = (db: Db, lineIds: readonly number[]) =>
  sql`
    update supplier_order_lines line set version = version + 1, line_state =
      case when exists (select from order_line_allocations part
        where part.line_id = line.order_line_id and part.state = 'cancelled_client')
      then 'cancelled_client' else 'removed' end
    from supplier_cancellations wish
    where line.id = any(${lineIds}::integer[]) and wish.line_id = line.id
      and wish.qty - wish.cancelled_qty >= coalesce(line.confirmed_qty, line.qty)`.execute(db)

export interface ActiveSupplierLine {
  id: number
  order_line_id: number
  /** Quantity that the supplier is still to deliver and the client still wants. */
  qty: number
}

/** Selects lines at their suppliers, newest first. */
export async function selectLiving(db: Db, orderLineIds: readonly number[]): Promise<ActiveSupplierLine[]> {
  const { rows } = await sql<ActiveSupplierLine>`
    select line.id, line.order_line_id,
      coalesce(line.confirmed_qty, line.qty) - line.received_qty - coalesce(wish.qty - wish.cancelled_qty, 0) as qty
    from supplier_order_lines line left join supplier_cancellations wish on wish.line_id = line.id
    where line.order_line_id = any(${orderLineIds}::integer[]) and line.state in ('sending', 'ordered', 'confirmed')
    order by line.id desc`.execute(db)
  return rows
}

/** Selects sources with cancellations that are due to be requested or checked. */
export async function selectRoutesToCancel(db: Db, now: Date): Promise<number[]> {
  const { rows } = await sql<{ supply_route_id: number }>`
    select distinct line.supply_route_id
    from supplier_cancellations wish join supplier_order_lines line on line.id = wish.line_id
    where wish.next_at <= ${now} and line.state in ('ordered', 'confirmed')`.execute(db)
  return rows.map((row) => row.supply_route_id)
}

export interface ClaimedWish {
  line_id: number
  supplier_order_id: number
  supply_route_id: number
  channel: SupplierOrderChannel
  state: CancellationState
  attempts: number
  created_at: Date
  /** Quantity still to be cancelled, and the total that the supplier delivers of the line. */
  open_qty: number
  living_qty: number
  supplier_number: string
  position_id: string
}

/** Claims the next cancellation of the source. */
export async function claimWish(
  db: Db,
  supplyRouteId: number,
  { now, until }: { now: Date; until: Date },
): Promise<ClaimedWish | undefined> {
  const { rows } = await sql<ClaimedWish>`
    update supplier_cancellations own set next_at = ${until}
    from supplier_order_lines line join supplier_orders sent on sent.id = line.supplier_order_id
    where line.id = own.line_id and own.line_id = (
      select wish.line_id from supplier_cancellations wish join supplier_order_lines mine on mine.id = wish.line_id
      where mine.supply_route_id = ${supplyRouteId} and mine.state in ('ordered', 'confirmed') and wish.next_at <= ${now}
      order by wish.next_at, wish.line_id limit 1 for update of wish skip locked)
    returning own.line_id, line.supplier_order_id, line.supply_route_id, sent.channel, own.state, own.attempts,
      own.created_at, own.qty - own.cancelled_qty as open_qty, coalesce(line.confirmed_qty, line.qty) as living_qty,
      line.supplier_number, line.position_id`.execute(db)
  return rows[0]
}

/** Records another attempt and, before the first one, the supplier's state of the line. */
export async function beginCancelAttempt(
  db: Db,
  { line_id: id, attempts }: ClaimedWish,
  until: Date,
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update supplier_cancellations wish set state = 'sending', reason = '', attempts = attempts + 1, next_at = ${until},
      status_before = case when attempts = 0 then line.status_code else wish.status_before end
    from supplier_order_lines line
    where line.id = wish.line_id and wish.line_id = ${id} and wish.attempts = ${attempts}
      and wish.state in ('due', 'sending')`.execute(db)
  return numAffectedRows > 0n
}

export interface WishFields {
  state: CancellationState
  reason: string
  attempts?: number
  next_at: Date | null
}

/**
 * Updates the cancellation if this attempt is still the last one. @returns false when it was settled or increased
 * meanwhile
 */
export async function setWish(db: Db, id: number, attempts: number, fields: WishFields, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('supplier_cancellations')
    .set({ ...fields, reason: fields.reason.slice(0, 500), changed_at: now })
    .where('line_id', '=', id)
    .where('attempts', '=', attempts)
    .where('state', 'in', ['due', 'sending', 'asked'])
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Schedules an early query of the order, because its states contain the answer to a cancellation. */
export const scheduleCancellation = (db: Db, orderId: number, nextAt: Date) =>
  db
    .updateTable('supplier_orders')
    .set({ state: 'sent', next_at: nextAt })
    .where('id', '=', orderId)
    .where('state', 'in', ['sent', 'done'])
    .execute()

export const lockWish = (db: Db, lineId: number) =>
  db
    .selectFrom('supplier_order_lines as line')
    .innerJoin('supplier_cancellations as wish', 'wish.line_id', 'line.id')
    .innerJoin('supply_routes', 'supply_routes.id', 'line.supply_route_id')
    .select([
      'line.version',
      'line.brand',
      'line.article',
      'line.qty',
      'line.confirmed_qty',
      'supply_routes.name as source',
    ])
    .select(['wish.state', 'wish.qty as wish_qty', 'wish.cancelled_qty'])
    .where('line.id', '=', lineId)
    .forUpdate(['line', 'wish'])
    .executeTakeFirst()

/** Records that the goods are delivered in spite of the cancellation. */
export async function keepOrderedGoods(db: Db, lineId: number, now: Date): Promise<void> {
  await db
    .updateTable('supplier_cancellations')
    .set({ state: 'kept', next_at: null, changed_at: now })
    .where('line_id', '=', lineId)
    .execute()
  await db
    .updateTable('supplier_order_lines')
    .set({ version: sql`version + 1` })
    .where('id', '=', lineId)
    .execute()
}

export interface SettledWish {
  line_id: number
  cancelled_qty: number
  /** New state; null when unchanged, unless everything is cancelled. */
  state: 'refused' | null
  reason: string
}

/** Records the suppliers' answers to cancellations. */
export const writeSettled = (db: Db, wishes: readonly SettledWish[], now: Date) =>
  sql`
    update supplier_cancellations wish set cancelled_qty = given.cancelled_qty, changed_at = ${now},
      state = case when given.cancelled_qty >= wish.qty then 'cancelled' else coalesce(given.state, wish.state) end,
      reason = case when given.cancelled_qty >= wish.qty then '' when given.state is null then wish.reason
        else given.reason end,
      next_at = case when given.cancelled_qty < wish.qty and given.state is null then wish.next_at end
    from unnest(${wishes.map((wish) => wish.line_id)}::integer[], ${wishes.map((wish) => wish.cancelled_qty)}::numeric[],
      ${wishes.map((wish) => wish.state)}::text[], ${wishes.map((wish) => wish.reason)}::text[])
      as given (line_id, cancelled_qty, state, reason)
    where wish.line_id = given.line_id`.execute(db)
