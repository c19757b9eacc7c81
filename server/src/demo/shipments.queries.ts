import { sql, type Kysely } from 'kysely'
import type { DB } from '../platform/db/index.ts'

/** Lines of the last days' orders whose goods lie on our own shelves, the oldest orders first; of nobody who owes. */
export async function selectOnShelves(db: Kysely<DB>, overdueContractId: number) {
  const { rows } = await sql<{ line_id: number; contract_id: number; consignee_id: number; qty: number }>`
    select line.id as line_id, orders.contract_id, orders.consignee_id, part.qty
    from order_line_parts part join order_lines line on line.id = part.line_id join orders on orders.id = line.order_id
    where part.state = 'reserved' and orders.contract_id <> ${overdueContractId}
    order by orders.created_at, orders.id, line.position`.execute(db)
  return rows
}

/** Something that was on its way has come, and lies at the door. */
export const letSomeCome = (db: Kysely<DB>, managerId: number, now: Date) =>
  sql`
    with come as (
      update order_line_parts set state = 'ready' from order_lines line
      where line.id = order_line_parts.line_id and order_line_parts.state = 'in_transit' and line.id % 3 = 0
      returning order_line_parts.line_id, order_line_parts.qty
    )
    insert into line_moves (line_id, from_state, to_state, qty, actor_id, subject_id, created_at)
    select line_id, 'in_transit', 'ready', qty, ${managerId}::integer, ${managerId}::integer, ${now}::timestamptz
    from come`.execute(db)
