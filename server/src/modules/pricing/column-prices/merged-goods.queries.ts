import { sql } from 'kysely'
import type { Db } from '../../../platform/db/index.ts'

/**
 * Points own prices at the kept products of `merged_products`; where both have one, that of the kept product stays.
 * Servers read the moved prices again.
 */
export async function mergeColumnPrices(db: Db): Promise<void> {
  await sql`
    update priced_columns set version = version + 1
    where exists (select from column_prices price join merged_products pair on pair.from_id = price.product_id
      where price.seller_id = priced_columns.seller_id and price.price_group_id = priced_columns.price_group_id)`.execute(
    db,
  )
  await sql`
    delete from column_prices kept using merged_products pair, column_prices gone
    where kept.product_id = pair.into_id and kept.price_kop is null and gone.product_id = pair.from_id
      and gone.seller_id = kept.seller_id and gone.price_group_id = kept.price_group_id`.execute(db)
  await sql`
    delete from column_prices gone using merged_products pair, column_prices kept
    where gone.product_id = pair.from_id and kept.product_id = pair.into_id
      and kept.seller_id = gone.seller_id and kept.price_group_id = gone.price_group_id`.execute(db)
  await sql`
    update column_prices price set product_id = pair.into_id, version = priced_columns.version
    from merged_products pair, priced_columns
    where price.product_id = pair.from_id and priced_columns.seller_id = price.seller_id
      and priced_columns.price_group_id = price.price_group_id`.execute(db)
  await sql`
    update priced_columns set prices_count = (select count(*) from column_prices price
      where price.seller_id = priced_columns.seller_id and price.price_group_id = priced_columns.price_group_id
        and price.price_kop is not null)
    where exists (select from column_prices price join merged_products pair on pair.into_id = price.product_id
      where price.seller_id = priced_columns.seller_id and price.price_group_id = priced_columns.price_group_id)`.execute(
    db,
  )
}
