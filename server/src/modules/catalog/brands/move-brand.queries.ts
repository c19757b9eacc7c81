import { sql } from 'kysely'
import type { Db } from '../../../platform/db/index.ts'
import type { GoodsReferences, Reference } from './goods-references.ts'

interface Brand {
  id: number
  key: string
  name: string
  family: string
}

const OWN_REFERENCES: readonly Reference[] = [
  ['brand_aliases', 'brand_id'],
  ['certificates', 'brand_id'],
  ['inventory_group_rules', 'brand_id'],
]

async function moveToKeptBrand(db: Db, [table, column]: Reference, from: Brand, kept: Brand): Promise<number> {
  const { numAffectedRows } = await sql`
    update ${sql.table(table)} set ${sql.ref(column)} = ${kept.id} where ${sql.ref(column)} = ${from.id}`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/**
 * Moves the remaining data of the removed brand, including its name, to the kept one; returns the number of moved
 * products.
 */
export async function moveBrand(
  db: Db,
  modules: readonly GoodsReferences[],
  { from, kept }: Record<'from' | 'kept', Brand>,
  now: Date,
): Promise<number> {
  for (const { mergeBrands } of modules) await mergeBrands?.(db, from.id, kept.id)
  const references = [...OWN_REFERENCES, ...modules.flatMap(({ brands = [] }) => brands)]
  for (const reference of references) await moveToKeptBrand(db, reference, from, kept)
  const moved = await moveToKeptBrand(db, ['products', 'brand_id'], from, kept)
  await db.deleteFrom('brands').where('id', '=', from.id).execute()
  await db.insertInto('brand_aliases').values({ brand_id: kept.id, key: from.key, spelling: from.name }).execute()
  await sql`
    update brands set version = version + 1, verified_at = coalesce(verified_at, ${now}),
      family = coalesce(nullif(family, ''), ${from.family})
    where id = ${kept.id}`.execute(db)
  return moved
}
