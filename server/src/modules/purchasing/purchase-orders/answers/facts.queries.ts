import type { SupplierFacts } from '@artikul/contract/purchasing/supplier-facts'
import { sql } from 'kysely'
import type { Db } from '../../../../platform/db/index.ts'
import { HERE } from './answers.ts'

/**
 * Selects statistics of the lines sent to an online supplier since a moment; a line counts as delivered when its first
 * goods are received.
 */
export async function selectAnswerFacts(
  db: Db,
  supplyRouteId: number,
  since: Date,
): Promise<SupplierFacts | undefined> {
  const { rows } = await sql<SupplierFacts>`
    with asked as (
      select line.order_line_id, line.state
      from supplier_orders sent join supplier_order_lines line on line.supplier_order_id = sent.id
      where sent.supply_route_id = ${supplyRouteId} and sent.sent_at >= ${since} and line.state in ('ordered', 'confirmed', 'refused')
    ), come as (
      select asked.order_line_id, min(move.created_at) as at
      from asked join line_transitions move on move.line_id = asked.order_line_id and move.to_state = any(${HERE}::text[])
      group by 1
    )
    select count(*) as ordered, count(*) filter (where asked.state = 'refused') as refused, count(come.at) as arrived,
      count(*) filter (where (come.at at time zone 'Europe/Moscow')::date <= line.expected_date) as in_time
    from asked join order_lines line on line.id = asked.order_line_id
    left join come on come.order_line_id = line.id and asked.state <> 'refused'
    having exists (select from online_suppliers where supply_route_id = ${supplyRouteId})`.execute(db)
  return rows[0]
}
