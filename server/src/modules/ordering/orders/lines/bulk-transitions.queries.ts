import type { LineState } from '@artikul/contract/ordering/orders/orders'
import { sql } from 'kysely'
import type { Db } from '../../../../platform/db/index.ts'

export interface BulkPart {
  line_id: number
  order_id: number
  order_number: string
  contractor_id: number
  brand: string
  article: string
  price_kop: number
  state: LineState
  qty: number
  shipment_line_id: number | null
  /** True when the part lies in an own warehouse or is reserved there. */
  is_own: boolean
  /** True when the part is shipped under a claim. */
  is_supplied: boolean
  /** True while a change approval of the line is open. */
  is_asked: boolean
}

/** Selects all parts of the lines, by order and line, with the obstacles to moving them. */
export async function selectBulkParts(db: Db, lineIds: readonly number[]): Promise<BulkPart[]> {
  const { rows } = await sql<BulkPart>`
    select line.id as line_id, line.order_id, orders.number as order_number, line.contractor_id, line.brand, line.article,
      line.price_kop, part.state, part.qty, part.shipment_line_id, supply_routes.kind = 'own' or line.is_delivery as is_own,
      exists (select from claim_supplies where order_line_id = line.id) as is_supplied,
      exists (select from change_approvals where line_id = line.id and state = 'open') as is_asked
    from order_lines line
    join orders on orders.id = line.order_id
    join order_line_allocations part on part.line_id = line.id
    join warehouses on warehouses.id = line.warehouse_id
    join supply_routes on supply_routes.id = warehouses.supply_route_id
    where line.id = any(${lineIds}::integer[])
    order by line.order_id, line.id, part.id`.execute(db)
  return rows
}
