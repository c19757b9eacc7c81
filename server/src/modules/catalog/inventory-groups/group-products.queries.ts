import { sql } from 'kysely'
import type { Db } from '../../../platform/db/index.ts'
import type { Page } from '../../../platform/paging.ts'

export async function selectGroupProducts(db: Db, groupId: number, { size, offset }: Pick<Page, 'size' | 'offset'>) {
  const { rows } = await sql<{
    id: number
    code: string
    brand: string
    article: string
    name: string
    unit: string
    is_listed: boolean
  }>`
    select product.id, product.code, brands.name as brand, product.article, product.name, product.unit,
      exists (select from inventory_group_products listed where listed.product_id = product.id) as is_listed
    from (select * from products where group_id = ${groupId} order by id limit ${size} offset ${offset}) product
    join brands on brands.id = product.brand_id
    order by product.id`.execute(db)
  return rows
}

export const selectProductName = (db: Db, id: number) =>
  db
    .selectFrom('products')
    .innerJoin('brands', 'brands.id', 'products.brand_id')
    .select(sql<string>`brands.name || ' ' || products.article`.as('name'))
    .where('products.id', '=', id)
    .executeTakeFirst()

/** Assigns a product manually to one group, replacing the previous manual assignment. */
export const listProduct = (db: Db, productId: number, groupId: number) =>
  db
    .insertInto('inventory_group_products')
    .values({ product_id: productId, group_id: groupId })
    .onConflict((conflict) => conflict.column('product_id').doUpdateSet({ group_id: groupId }))
    .execute()

export async function unlistProduct(db: Db, productId: number, groupId: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('inventory_group_products')
    .where('product_id', '=', productId)
    .where('group_id', '=', groupId)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}
