import type { LineState } from '@artikul/contract/ordering/orders/orders'
import { sql } from 'kysely'
import type { Db } from '../../../../platform/db/index.ts'
import type { Page } from '../../../../platform/paging.ts'

export interface EventRow {
  id: number
  side: 'client' | 'supplier'
  at: Date
  by: string
  brand: string
  article: string
  /** Null for goods bought for own stock. */
  order_id: number | null
  order_number: string | null
  from_state: LineState | null
  to_state: LineState | null
  qty: number | null
  unit: string
  text: string
}

/** Events of the clients' parts since their lines joined the order, and events of these lines at the supplier. */
const events = (orderId: number) => sql`
  lines as (
    select id, order_line_id, created_at, brand, article from supplier_order_lines where supplier_order_id = ${orderId}
  ), happened as (
    select move.id::bigint as id, 'client' as side, move.created_at as at, move.actor_id, move.by_supplier,
      lines.order_line_id, lines.brand, lines.article, move.from_state, move.to_state, move.qty, move.reason as text
    from lines join line_transitions move on move.line_id = lines.order_line_id and move.created_at >= lines.created_at
    union all
    select event.id, 'supplier', event.created_at, event.actor_id, false, lines.order_line_id,
      lines.brand, lines.article, null, null, null, event.text
    from lines join supplier_line_events event on event.line_id = lines.id
  )`

/** Selects both kinds of events by time, newest first. */
export async function selectHistory(db: Db, orderId: number, page: Page) {
  const [{ rows }, total] = await Promise.all([
    sql<EventRow>`
      with ${events(orderId)}, shown as (
        select * from happened order by at desc, side, id desc limit ${page.size} offset ${page.offset}
      )
      select shown.id, shown.side, shown.at, shown.brand, shown.article, shown.from_state, shown.to_state, shown.qty,
        shown.text, coalesce(own.unit, '') as unit, orders.id as order_id, orders.number as order_number,
        coalesce(users.full_name, case when shown.by_supplier then 'Поставщик' else 'Портал' end) as by
      from shown
      left join order_lines own on own.id = shown.order_line_id
      left join orders on orders.id = own.order_id
      left join users on users.id = shown.actor_id
      order by shown.at desc, shown.side, shown.id desc`.execute(db),
    sql<{ total: number }>`with ${events(orderId)} select count(*)::integer as total from happened`.execute(db),
  ])
  return { rows, total: total.rows[0]?.total ?? 0 }
}
