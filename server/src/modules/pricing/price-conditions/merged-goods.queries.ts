import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../../platform/db/index.ts'

const IMAGES = ['before', 'after'] as const
const changedTo = (image: string, field: string, value: RawBuilder<unknown>) =>
  sql`${sql.ref(image)} = jsonb_set(${sql.ref(image)}, ${`{${field}}`}::text[], to_jsonb(${value}))`

/** Updates the stored previous states of price conditions, so that an undo refers to the kept product. */
export async function moveChangedProducts(db: Db) {
  for (const image of IMAGES)
    await sql`
      update price_change_rows set ${changedTo(image, 'product_id', sql`pair.into_id`)}
      from merged_products pair where (${sql.ref(image)} ->> 'product_id')::integer = pair.from_id`.execute(db)
}

export async function moveChangedBrand(db: Db, fromId: number, keptId: number) {
  for (const image of IMAGES)
    await sql`
      update price_change_rows set ${changedTo(image, 'brand_id', sql`${keptId}::integer`)}
      where (${sql.ref(image)} ->> 'brand_id')::integer = ${fromId}`.execute(db)
}
