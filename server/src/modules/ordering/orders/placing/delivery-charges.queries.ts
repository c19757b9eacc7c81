import { keysOf } from '@artikul/contract/core/keys'
import { isDropped, LINE_STATES } from '@artikul/contract/ordering/orders/orders'
import { sql } from 'kysely'
import type { Db } from '../../../../platform/db/index.ts'

/** The day's delivered orders of one contract and point. */
export interface DeliveredToday {
  contract_id: number
  consignee_id: number
  /** Sum of the goods in kopecks with VAT. */
  goods_kop: number
  is_charged: boolean
}

const DROPPED = keysOf(LINE_STATES).filter(isDropped)

/** Selects the company's orders of the Moscow day that are delivered, by contract and point. */
export async function selectDeliveredToday(db: Db, contractorId: number, today: string): Promise<DeliveredToday[]> {
  const { rows } = await sql<DeliveredToday>`
    select orders.contract_id, orders.consignee_id,
      sum(orders.total_kop - coalesce(charge.sum_kop, 0))::bigint as goods_kop,
      bool_or(charge.sum_kop is not null) as is_charged
    from orders
    left join order_lines charge on charge.order_id = orders.id and charge.is_delivery and exists (
      select from order_line_allocations part where part.line_id = charge.id and part.state <> all(${DROPPED}::text[]))
    where orders.contractor_id = ${contractorId} and orders.created_at >= ${today}::date::timestamp at time zone 'Europe/Moscow'
      and not orders.is_pickup and orders.status <> 'cancelled'
    group by 1, 2`.execute(db)
  return rows
}
