import { sql } from 'kysely'
import type { Db } from '../../../../platform/db/index.ts'

export interface PolledOrder {
  id: number
  supply_route_id: number
  sent_at: Date
}

/** Selects sources whose orders are due to be queried. */
export async function selectRoutesToPoll(db: Db, now: Date): Promise<number[]> {
  const rows = await db
    .selectFrom('supplier_orders')
    .select('supply_route_id')
    .distinct()
    .where('next_at', '<=', now)
    .where('channel', '=', 'api')
    .where('state', '=', 'sent')
    .execute()
  return rows.map((row) => row.supply_route_id)
}

/** Claims the next orders of the source to query. */
export async function claimOrders(
  db: Db,
  supplyRouteId: number,
  { now, until, most }: { now: Date; until: Date; most: number },
): Promise<PolledOrder[]> {
  const { rows } = await sql<PolledOrder>`
    update supplier_orders set next_at = ${until}, asked_at = ${now}
    where id in (
      select id from supplier_orders
      where supply_route_id = ${supplyRouteId} and channel = 'api' and state = 'sent' and next_at <= ${now}
      order by next_at, id limit ${most} for update skip locked)
    returning id, supply_route_id, sent_at`.execute(db)
  return rows
}

export interface FollowedLine {
  id: number
  supplier_order_id: number
  brand: string
  article: string
  position_id: string
  supplier_number: string
  new_article: string
  /** True when a cancellation was requested. */
  is_cancelled: boolean
}

/** Selects lines whose state at the supplier may still change. */
export async function selectFollowed(db: Db, orderIds: readonly number[]): Promise<FollowedLine[]> {
  const { rows } = await sql<FollowedLine>`
    select id, supplier_order_id, brand, article, position_id, supplier_number, new_article,
      exists (select from supplier_cancellations wish where wish.line_id = own.id) as is_cancelled
    from supplier_order_lines own
    where supplier_order_id = any(${orderIds}::integer[]) and state in ('ordered', 'confirmed')
    order by id`.execute(db)
  return rows
}

/**
 * Schedules the next query of each order; an order with all goods received or refused is never queried again. Goods that
 * come in spite of a cancellation are followed as well.
 */
export const putNext = (db: Db, orders: readonly { id: number; nextAt: Date }[]) =>
  sql`
    update supplier_orders own set
      state = case when waits.are then 'sent' else 'done' end,
      next_at = case when waits.are then given.next_at end
    from unnest(${orders.map(({ id }) => id)}::integer[], ${orders.map(({ nextAt }) => nextAt.toISOString())}::timestamptz[])
      as given (id, next_at)
    cross join lateral (
      select exists (
        select from supplier_order_lines line
        join order_line_allocations part on part.line_id = line.order_line_id
        where line.supplier_order_id = given.id and line.state in ('ordered', 'confirmed')
          and part.state in ('in_work', 'ordered_supplier', 'confirmed_supplier', 'in_transit', 'delayed', 'needs_confirm')
      ) or exists (
        select from supplier_order_lines line join supplier_cancellations wish on wish.line_id = line.id
        where line.supplier_order_id = given.id and (wish.state = 'asked' or line.state in ('ordered', 'confirmed')
          and wish.state in ('refused', 'by_hand', 'kept') and line.received_qty < coalesce(line.confirmed_qty, line.qty))
      ) as are
    ) waits
    where own.id = given.id and own.state = 'sent'`.execute(db)
