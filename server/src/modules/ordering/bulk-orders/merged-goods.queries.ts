import { sql } from 'kysely'
import type { Db } from '../../../platform/db/index.ts'
import { moveToKeptProduct } from '../../catalog/index.ts'

/** Merges the two picks of a list row whose offers have become one offer. */
export async function mergeListRows(db: Db) {
  for (const column of ['product_id', 'first_product_id', 'second_product_id'])
    await moveToKeptProduct(db, ['bulk_order_rows', column])
  await sql`
    update bulk_order_rows set first_qty = first_qty + second_qty, second_product_id = null, second_warehouse_id = null,
      second_qty = null
    where first_product_id in (select into_id from merged_products) and first_product_id = second_product_id
      and first_warehouse_id = second_warehouse_id`.execute(db)
}
