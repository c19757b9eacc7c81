import { sql } from 'kysely'
import type { Db } from '../../../../platform/db/index.ts'

/** Held line to be priced again. */
export interface HeldOrderLine {
  id: number
  product_id: number
  warehouse_id: number
  zone_id: number | null
  qty: number
}

/**
 * Selects the lines that are priced again when their order is released: those that are held completely, at a price that
 * was neither promised nor explicitly approved.
 */
export async function selectRepriced(db: Db, lineIds: readonly number[]): Promise<HeldOrderLine[]> {
  const { rows } = await sql<HeldOrderLine>`
    select line.id, line.product_id, line.warehouse_id, point.zone_id, line.qty
    from order_lines line join consignees point on point.id = line.consignee_id
    where line.id = any(${lineIds}::integer[]) and line.answer_id is null and not line.is_promised
      and not exists (select from change_approvals decision where decision.line_id = line.id
        and decision.state in ('agreed', 'applied') and decision.new_price_kop <> decision.old_price_kop)
      and not exists (select from order_line_allocations part where part.line_id = line.id
        and part.state not in ('on_hold', 'cancelled_client', 'refused_supplier', 'removed'))
    order by line.id`.execute(db)
  return rows
}
