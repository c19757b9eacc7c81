import type { AccessScope } from '../../../../platform/access/index.ts'
import { sql } from 'kysely'
import type { Db } from '../../../../platform/db/index.ts'
import { readableOrders } from '../../../companies/index.ts'

/** Refused line with the fields that its replacement inherits. */
export interface ReplacedLine {
  id: number
  brand: string
  article: string
  consignee_id: number
  client_ref: string
  vehicle_id: number | null
  comment: string
  /** Client's own number of the order. */
  client_number: string
  order_comment: string
  /** Refused quantity that has not been replaced yet. */
  left: number
  /** Quantity in the company's carts that is meant to replace the line. */
  in_cart: number
}

const IN_CART = sql`(
  select coalesce(sum(waiting.qty), 0) from cart_lines waiting
  join carts on carts.id = waiting.cart_id and carts.archived_at is null
  where waiting.replaces_line_id = line.id)`

/** @returns undefined, also for another company's line */
export async function selectReplaced(db: Db, reader: AccessScope, lineId: number): Promise<ReplacedLine | undefined> {
  const { rows } = await sql<ReplacedLine>`
    select line.id, line.brand, line.article, line.consignee_id, line.client_ref, line.vehicle_id,
      line.comment, orders.client_number, orders.comment as order_comment, left_to_replace(line.id) as left, ${IN_CART} as in_cart
    from order_lines line join orders on orders.id = line.order_id
    where line.id = ${lineId} and ${readableOrders(reader)}`.execute(db)
  return rows[0]
}

export interface LinkRow {
  /** Line to which the link belongs. */
  of_line: number
  /** True when the linked line replaces this one; false when this one replaces it. */
  is_replaced: boolean
  line_id: number
  order_id: number
  order_number: string
  brand: string
  article: string
  /** Quantity of the replacement that is still in effect. */
  qty: number
  refused_at: Date | null
}

/** Selects the links to replaced and replacing lines, limited to those that the reader may read. */
export async function selectLinks(db: Db, reader: AccessScope, lineIds: readonly number[]): Promise<LinkRow[]> {
  const { rows } = await sql<LinkRow>`
    select link.of_line, link.is_replaced, other.id as line_id, other.order_id, orders.number as order_number,
      other.brand, other.article, link.qty - coalesce((
        select sum(part.qty) from order_line_allocations part
        where part.line_id = link.instead_id and part.state in ('cancelled_client', 'refused_supplier', 'removed')
      ), 0) as qty, case when not link.is_replaced then (
        select max(created_at) from line_transitions
        where line_id = other.id and to_state in ('refused_supplier', 'removed', 'cancelled_client')
      ) end as refused_at
    from (
      select id as of_line, false as is_replaced, replaces_line_id as other_id, id as instead_id, qty
      from order_lines where id = any(${lineIds}::integer[]) and replaces_line_id is not null
      union all
      select replaces_line_id, true, id, id, qty from order_lines where replaces_line_id = any(${lineIds}::integer[])
    ) link
    join order_lines other on other.id = link.other_id
    join orders on orders.id = other.order_id
    where ${readableOrders(reader)}
    order by other.id`.execute(db)
  return rows
}

export interface ToReplace {
  left: number
  in_cart: number
}

/** Selects, for lines with a refused quantity, how much may still be replaced and how much of it is in carts. */
export async function selectToReplace(db: Db, lineIds: readonly number[]): Promise<Map<number, ToReplace>> {
  if (lineIds.length === 0) return new Map()
  const { rows } = await sql<ToReplace & { id: number }>`
    select line.id, left_to_replace(line.id) as left, ${IN_CART} as in_cart
    from unnest(${lineIds}::integer[]) as line (id)`.execute(db)
  return new Map(rows.filter(({ left }) => left > 0).map((row) => [row.id, row]))
}

export interface ChainOrder {
  id: number
  number: string
  contractor_id: number
  consignee_id: number
}

/** Selects the orders of the whole chain of replacements, starting with the first refused line. */
export async function selectChainOrders(db: Db, lineIds: readonly number[]): Promise<ChainOrder[]> {
  const { rows } = await sql<ChainOrder>`
    with recursive above as (
      select id, replaces_line_id from order_lines where id = any(${lineIds}::integer[])
      union
      select older.id, older.replaces_line_id from above join order_lines older on older.id = above.replaces_line_id
    ), chain as (
      select id from above where replaces_line_id is null
      union
      select next.id from chain join order_lines next on next.replaces_line_id = chain.id
    )
    select distinct orders.id, orders.number, orders.contractor_id, orders.consignee_id
    from chain join order_lines line on line.id = chain.id join orders on orders.id = line.order_id
    order by orders.id`.execute(db)
  return rows
}
