import type { ProductBrief } from '@artikul/contract/catalog/catalog'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/index.ts'

/** Number of the latest orders that are analysed. */
const RECENT = 200
const MOST = 6
/** Minimum number of companies: a smaller group would reveal one company's purchases. */
const MIN_COMPANIES = 3

/**
 * Selects products that different companies recently ordered together with the product, most common first; `db` has
 * access to all orders.
 */
export async function selectTogether(db: Db, productId: number): Promise<ProductBrief[]> {
  const { rows } = await sql<ProductBrief>`
    with recent as materialized (
      select order_id from order_lines where product_id = ${productId} order by id desc limit ${RECENT}
    ), together as materialized (
      select line.product_id, count(*) as times
      from recent join order_lines line on line.order_id = recent.order_id and line.product_id <> ${productId}
        and not line.is_delivery
      group by line.product_id
      having count(distinct line.contractor_id) >= ${MIN_COMPANIES}
      order by times desc, line.product_id
      limit ${MOST}
    )
    select products.id, products.code, brands.name as brand, products.article, products.name, products.unit
    from together
    join products on products.id = together.product_id
    join brands on brands.id = products.brand_id
    order by together.times desc, products.id`.execute(db)
  return rows
}
