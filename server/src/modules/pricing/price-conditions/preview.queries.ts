import type { ConditionFields } from '@artikul/contract/pricing/price-condition'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/index.ts'

/** Number of the latest lines and orders that determine best sellers and buyers. */
const RECENT_LINES = 50_000
const RECENT_ORDERS = 20_000
const PRODUCTS = 20
const COMPANIES = 5

/** Group with all of its descendants. */
const groupsInside = (groupId: number | null) => sql`
  select id from inventory_groups where id = ${groupId}
  union
  select below.id from inside join inventory_groups below on below.parent_id = inside.id`

/** Selects the best-selling products that the condition may affect. */
export async function selectBestSellers(db: Db, fields: ConditionFields): Promise<number[]> {
  if (fields.product_id !== null) return [fields.product_id]
  const { rows } = await sql<{ product_id: number }>`
    with recursive inside as (${groupsInside(fields.inventory_group_id)}), sold as materialized (
      select product_id, sum(qty) as qty
      from (select product_id, qty from order_lines order by id desc limit ${RECENT_LINES}) recent
      group by product_id
    )
    select sold.product_id from sold join products on products.id = sold.product_id
    where (${fields.brand_id}::integer is null or products.brand_id = ${fields.brand_id})
      and (${fields.inventory_group_id}::integer is null or products.group_id in (select id from inside))
    order by sold.qty desc, sold.product_id limit ${PRODUCTS}`.execute(db)
  return rows.map((row) => row.product_id)
}

const buyersOf = (fields: ConditionFields) => sql`
  company.status = 'active'
  and (${fields.contractor_id}::integer is null or company.id = ${fields.contractor_id})
  and (${fields.price_group_id}::integer is null or company.price_group_id = ${fields.price_group_id}
    or exists (select from contracts where contractor_id = company.id and price_group_id = ${fields.price_group_id}))`

/** Counts the offers and buyers that the condition applies to. */
export async function countConcerned(db: Db, fields: ConditionFields): Promise<{ offers: number; buyers: number }> {
  const given = [
    ...(fields.product_id === null ? [] : [sql`offers.product_id = ${fields.product_id}`]),
    ...(fields.brand_id === null ? [] : [sql`products.brand_id = ${fields.brand_id}`]),
    ...(fields.inventory_group_id === null ? [] : [sql`products.group_id in (select id from inside)`]),
    ...(fields.supply_route_id === null ? [] : [sql`warehouses.supply_route_id = ${fields.supply_route_id}`]),
    ...(fields.purchase_from_kop === null ? [] : [sql`offers.purchase_kop >= ${fields.purchase_from_kop}`]),
    ...(fields.purchase_to_kop === null ? [] : [sql`offers.purchase_kop <= ${fields.purchase_to_kop}`]),
  ]
  const { rows } = await sql<{ offers: number; buyers: number }>`
    with recursive inside as (${groupsInside(fields.inventory_group_id)})
    select (
      select count(*) from offers
      join products on products.id = offers.product_id
      join warehouses on warehouses.id = offers.warehouse_id
      where ${given.length === 0 ? sql`true` : sql.join(given, sql` and `)}
    ) as offers, (select count(*) from contractors company where ${buyersOf(fields)}) as buyers`.execute(db)
  return rows[0] ?? { offers: 0, buyers: 0 }
}

/** Selects the companies with the largest purchases that the condition may affect. */
export async function selectBiggestBuyers(db: Db, fields: ConditionFields) {
  const { rows } = await sql<{ id: number; name: string }>`
    with recent as materialized (
      select contractor_id, sum(total_kop) as bought
      from (select contractor_id, total_kop from orders order by id desc limit ${RECENT_ORDERS}) last
      group by contractor_id
    )
    select company.id, company.name from contractors company left join recent on recent.contractor_id = company.id
    where ${buyersOf(fields)}
    order by recent.bought desc nulls last, company.id limit ${COMPANIES}`.execute(db)
  return rows
}
