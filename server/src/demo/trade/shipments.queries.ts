import type { LineState } from '@artikul/contract/ordering/orders/orders'
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../platform/db/index.ts'

interface Part {
  line_id: number
  state: LineState
  qty: number
}

/** Selects most of the goods in transit, and a line of the company with debts, to be received. */
export async function selectToCome(db: Kysely<DB>, overdueContractId: number): Promise<Part[]> {
  const { rows } = await sql<Part>`
    select part.line_id, part.state, part.qty
    from order_line_allocations part join order_lines line on line.id = part.line_id join orders on orders.id = line.order_id
    where (part.state = 'in_transit' and line.id % 4 <> 0) or part.id in (
      select own.id from order_line_allocations own
      join order_lines on order_lines.id = own.line_id join orders on orders.id = order_lines.order_id
      where own.state = 'on_hold' and orders.contract_id = ${overdueContractId} order by own.id limit 1)
    order by part.id`.execute(db)
  return rows
}

/** Selects goods ready for shipping, oldest orders first, without the company with debts. */
export async function selectHere(db: Kysely<DB>, overdueContractId: number) {
  const { rows } = await sql<{ line_id: number; contract_id: number; consignee_id: number; qty: number }>`
    select line.id as line_id, orders.contract_id, orders.consignee_id, sum(part.qty) as qty
    from order_line_allocations part join order_lines line on line.id = part.line_id join orders on orders.id = line.order_id
    where part.state in ('reserved', 'ready') and orders.contract_id <> ${overdueContractId}
    group by line.id, orders.id order by orders.created_at, orders.id, line.position`.execute(db)
  return rows
}
