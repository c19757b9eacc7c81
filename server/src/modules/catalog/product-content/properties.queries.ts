import type { ProductProperty } from '@artikul/contract/catalog/product-content'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/index.ts'
import { numberOf } from './property-values.ts'

/** Selects the properties of a product in their order. */
export const selectProperties = (db: Db, productId: number): Promise<ProductProperty[]> =>
  db
    .selectFrom('product_properties')
    .select(['name', 'value', 'unit'])
    .where('product_id', '=', productId)
    .orderBy('position')
    .orderBy('name')
    .limit(1000)
    .execute()

/** Replaces the properties of a product. */
export async function replaceProperties(db: Db, productId: number, properties: readonly ProductProperty[]) {
  await db.deleteFrom('product_properties').where('product_id', '=', productId).execute()
  if (properties.length === 0) return
  await db
    .insertInto('product_properties')
    .values(
      properties.map((property, at) => ({
        ...property,
        product_id: productId,
        number: numberOf(property.value),
        position: at + 1,
      })),
    )
    .execute()
}

export interface PropertyRow extends ProductProperty {
  productId: number
  position: number
}

/** Adds or changes properties of many products; returns the products of those that differed, one for each property. */
export async function mergeProperties(db: Db, rows: readonly PropertyRow[]): Promise<number[]> {
  const { rows: saved } = await sql<{ product_id: number }>`
    insert into product_properties as stored (product_id, name, value, unit, number, position)
    select fresh.* from unnest(
      ${rows.map((row) => row.productId)}::integer[], ${rows.map((row) => row.name)}::text[],
      ${rows.map((row) => row.value)}::text[], ${rows.map((row) => row.unit)}::text[],
      ${rows.map((row) => numberOf(row.value))}::numeric[], ${rows.map((row) => row.position)}::integer[]
    ) as fresh (product_id, name, value, unit, number, position)
    join products on products.id = fresh.product_id
    on conflict (product_id, name) do update
      set value = excluded.value, unit = excluded.unit, number = excluded.number
      where (stored.value, stored.unit) <> (excluded.value, excluded.unit)
    returning product_id`.execute(db)
  return saved.map((row) => row.product_id)
}

/** Selects the numbers of car makers that cross references give for the product. */
export const selectOriginalNumbers = (db: Db, productId: number) =>
  db
    .selectFrom('cross_references as cross')
    .innerJoin('products as product', 'product.id', 'cross.related_product_id')
    .innerJoin('brands as brand', 'brand.id', 'product.brand_id')
    .select(['product.code', 'brand.name as brand', 'product.article'])
    .where('cross.product_id', '=', productId)
    .where('cross.kind', '=', 'analogue')
    .where('brand.is_original', '=', true)
    .orderBy('brand.name')
    .orderBy('product.article')
    .limit(100)
    .execute()
