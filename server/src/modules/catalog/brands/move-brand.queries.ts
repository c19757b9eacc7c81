import { sql } from 'kysely'
import type { Db } from '../../../platform/db/index.ts'

interface Brand {
  id: number
  key: string
  name: string
  family: string
}

/** Columns that mean a brand. */
export const BRAND_REFERENCES = [
  ['products', 'brand_id'],
  ['brand_aliases', 'brand_id'],
  ['price_conditions', 'brand_id'],
  ['inventory_group_rules', 'brand_id'],
  ['source_no_return_brands', 'brand_id'],
  ['online_supplier_brand_rules', 'brand_id'],
  ['online_supplier_brands', 'brand_id'],
] as const

/** Where a source names a brand once. */
const ONCE_A_SOURCE = ['source_no_return_brands', 'online_supplier_brand_rules'] as const

/** Lists of brands that a client chose for his price list, in ascending order. */
export const BRAND_LISTS = ['price_files', 'price_schedules'] as const

/** Gives the kept brand all that is left of the one that goes, its name too; answers how many products moved. */
export async function moveBrand(db: Db, from: Brand, kept: Brand, now: Date): Promise<number> {
  let moved = 0
  for (const table of ONCE_A_SOURCE)
    await sql`
      delete from ${sql.table(table)} where brand_id = ${from.id}
        and source_id in (select source_id from ${sql.table(table)} where brand_id = ${kept.id})`.execute(db)
  for (const [table, column] of BRAND_REFERENCES) {
    const { numAffectedRows } = await sql`
      update ${sql.table(table)} set ${sql.ref(column)} = ${kept.id} where ${sql.ref(column)} = ${from.id}`.execute(db)
    if (table === 'products') moved = Number(numAffectedRows ?? 0)
  }
  for (const image of ['before', 'after'])
    await sql`
      update price_change_rows set ${sql.ref(image)} = jsonb_set(${sql.ref(image)}, '{brand_id}', to_jsonb(${kept.id}::integer))
      where (${sql.ref(image)} ->> 'brand_id')::integer = ${from.id}`.execute(db)
  for (const table of BRAND_LISTS)
    await sql`
      update ${sql.table(table)} set brand_ids = array(
        select distinct * from unnest(array_replace(brand_ids, ${from.id}, ${kept.id})) chosen order by 1
      ) where ${from.id} = any(brand_ids)`.execute(db)
  await db.deleteFrom('brands').where('id', '=', from.id).execute()
  await db.insertInto('brand_aliases').values({ brand_id: kept.id, key: from.key, spelling: from.name }).execute()
  await sql`
    update brands set version = version + 1, verified_at = coalesce(verified_at, ${now}),
      family = coalesce(nullif(family, ''), ${from.family})
    where id = ${kept.id}`.execute(db)
  return moved
}
