import type { CompanyScope } from '../../../../platform/access/index.ts'
import { COMING } from '@artikul/contract/ordering/orders/orders'
import { MAX_COMING } from '@artikul/contract/ordering/orders/purchases'
import { sql } from 'kysely'
import type { Db } from '../../../../platform/db/index.ts'
import { readableOrders } from '../../../companies/index.ts'

/** Lines of the company with these goods, found by its index of articles, because no index by product exists. */
const linesOf = (member: CompanyScope, productIds: readonly number[]) => sql`
  products
  join order_lines line on line.contractor_id = ${member.contractorId}
    and line.article_key = products.article_key and line.product_id = products.id
  join orders on orders.id = line.order_id and ${readableOrders(member)}
  where products.id = any(${productIds}::integer[])`

export async function selectExpectedPurchases(db: Db, member: CompanyScope, productIds: readonly number[]) {
  const { rows } = await sql<{
    product_id: number
    order_id: number
    number: string
    qty: number
    state: string
    consignee: string
  }>`
    select product_id, order_id, number, qty, state, consignee from (
      select found.*, row_number() over (partition by product_id order by order_id desc, part_id) as place
      from (
        select line.product_id, orders.id as order_id, orders.number, part.qty, part.state, part.id as part_id,
          consignees.name as consignee
        from (select line.id, line.product_id, line.order_id, line.consignee_id from ${linesOf(member, productIds)}) line
        join orders on orders.id = line.order_id
        join order_line_allocations part on part.line_id = line.id and part.state = any(${COMING}::text[])
        join consignees on consignees.id = line.consignee_id
      ) found
    ) ranked
    where place <= ${MAX_COMING}
    order by product_id, place`.execute(db)
  return rows
}

export async function selectLast(db: Db, member: CompanyScope, productIds: readonly number[]) {
  const { rows } = await sql<{ product_id: number; created_at: Date; price_kop: number }>`
    select distinct on (line.product_id) line.product_id, orders.created_at, line.price_kop
    from ${linesOf(member, productIds)} and line.price_kop > 0
    order by line.product_id, orders.created_at desc`.execute(db)
  return rows
}
