import { sql } from 'kysely'
import type { Db } from '../../../platform/db/index.ts'

/** Tables with the brands that a client chose for their price list, in ascending order. */
export const BRAND_LISTS = ['price_export_schedules', 'price_exports'] as const

export async function mergeChosenBrands(db: Db, fromId: number, keptId: number) {
  for (const table of BRAND_LISTS)
    await sql`
      update ${sql.table(table)} set brand_ids = array(
        select distinct * from unnest(array_replace(brand_ids, ${fromId}, ${keptId})) chosen order by 1
      ) where ${fromId} = any(brand_ids)`.execute(db)
}
