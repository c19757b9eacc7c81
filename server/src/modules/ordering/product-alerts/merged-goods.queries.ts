import { sql } from 'kysely'
import type { Db } from '../../../platform/db/index.ts'
import { moveToKeptProduct } from '../../catalog/index.ts'

/** Merges two alerts of one person for the same product, keeping the one that is still waiting. */
export async function mergeProductAlerts(db: Db) {
  const twins = sql`
    gone.product_id = pair.from_id and kept.product_id = pair.into_id and kept.contractor_id = gone.contractor_id
    and kept.subject_id = gone.subject_id and kept.kind = gone.kind`
  await sql`
    delete from product_alerts kept using merged_products pair, product_alerts gone
    where ${twins} and kept.notified_at is not null and gone.notified_at is null`.execute(db)
  await sql`delete from product_alerts gone using merged_products pair, product_alerts kept where ${twins}`.execute(db)
  await moveToKeptProduct(db, ['product_alerts', 'product_id'])
}
