import type { CompanyScope } from '../../../../platform/access/index.ts'
import { keysOf } from '@artikul/contract/core/keys'
import { LINE_STATES } from '@artikul/contract/ordering/orders/line-states'
import { isDropped } from '@artikul/contract/ordering/orders/order-status'
import { COMING } from '@artikul/contract/ordering/orders/orders'
import { MAX_COMING, MAX_FREQUENT } from '@artikul/contract/ordering/orders/purchases'
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

const DROPPED = keysOf(LINE_STATES).filter(isDropped)

/** Orders among which frequent purchases are counted, and the limit of their lines. */
const RECENT_ORDERS = 100
const RECENT_LINES = 5000

interface FrequentRow {
  id: number
  code: string
  brand: string
  article: string
  name: string
  unit: string
  photo_hash: string | null
  orders_count: number
  last_at: Date
}

/** Selects the products ordered more than once in the last orders that the person may read. */
export async function selectFrequent(db: Db, member: CompanyScope): Promise<FrequentRow[]> {
  const { rows } = await sql<FrequentRow>`
    with recent as materialized (
      select id, created_at from orders where contractor_id = ${member.contractorId} and ${readableOrders(member)}
      order by created_at desc, id desc limit ${RECENT_ORDERS}
    ), bought as (
      select line.product_id, recent.id as order_id, recent.created_at
      from recent join order_lines line on line.order_id = recent.id and not line.is_delivery
      where exists (select from order_line_allocations part
        where part.line_id = line.id and part.state <> all(${DROPPED}::text[]))
      order by recent.created_at desc, recent.id desc limit ${RECENT_LINES}
    ), frequent as (
      select product_id, count(distinct order_id) as orders_count, max(created_at) as last_at
      from bought group by product_id having count(distinct order_id) > 1
      order by 2 desc, 3 desc, 1 limit ${MAX_FREQUENT}
    )
    select products.id, products.code, brands.name as brand, products.article, products.name, products.unit,
      products.photo_hash, frequent.orders_count, frequent.last_at
    from frequent
    join products on products.id = frequent.product_id
    join brands on brands.id = products.brand_id
    order by frequent.orders_count desc, frequent.last_at desc, products.id`.execute(db)
  return rows
}
