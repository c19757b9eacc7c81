import type { AccessScope } from '../../../../platform/access/index.ts'
import { sql } from 'kysely'
import type { Db } from '../../../../platform/db/index.ts'
import { readableOrders } from '../../../companies/index.ts'

/** Content of an order to be repeated. */
export interface RepeatableOrder {
  number: string
  consignee_id: number
  lines: { brand: string; article: string; name: string; qty: number; client_ref: string }[]
}

/**
 * Selects the lines of an order without quantities cancelled by the buyer or removed by staff; all lines when none is
 * left. Lines refused by a supplier are included, because they are still wanted.
 * @returns undefined, also for another company's order
 */
export async function selectForRepeat(db: Db, reader: AccessScope, id: number): Promise<RepeatableOrder | undefined> {
  const { rows } = await sql<RepeatableOrder>`
    with line as (
      select order_lines.position, brand, article, name, client_ref, order_lines.qty as ordered,
        sum(part.qty) filter (where part.state not in ('cancelled_client', 'removed')) as wanted
      from order_lines join order_line_allocations part on part.line_id = order_lines.id
      where order_lines.order_id = ${id} and not order_lines.is_delivery
      group by order_lines.id
    ), wanted as (
      select position, brand, article, name, client_ref, wanted as qty from line where wanted is not null
      union all
      select position, brand, article, name, client_ref, ordered from line
      where not exists (select from line living where living.wanted is not null)
    )
    select number, consignee_id,
      (select jsonb_agg(jsonb_build_object('brand', brand, 'article', article, 'name', name, 'qty', qty::float8,
        'client_ref', client_ref) order by position) from wanted) as lines
    from orders where id = ${id} and ${readableOrders(reader)}`.execute(db)
  return rows[0]
}
