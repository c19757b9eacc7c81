import { sql } from 'kysely'
import type { Db } from '../../../platform/db/index.ts'

/** Keeps the rule of the remaining product where both have one; proposals of the removed product are computed again. */
export async function mergeStockRules(db: Db) {
  await sql`
    delete from stock_rules gone using merged_products pair, stock_rules kept
    where gone.product_id = pair.from_id and kept.product_id = pair.into_id
      and kept.warehouse_id = gone.warehouse_id`.execute(db)
  await sql`delete from purchase_proposals gone using merged_products pair where gone.product_id = pair.from_id`.execute(
    db,
  )
}

export const moveBrandOfProposals = (db: Db, fromId: number, keptId: number) =>
  sql`update purchase_proposals set brand_id = ${keptId} where brand_id = ${fromId}`.execute(db)
