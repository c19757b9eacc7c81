import type { Db } from '../../../platform/db/index.ts'

export const selectProductToExplain = (db: Db, id: number) =>
  db
    .selectFrom('products')
    .innerJoin('brands', 'brands.id', 'products.brand_id')
    .leftJoin('inventory_groups', 'inventory_groups.id', 'products.group_id')
    .select([
      'products.id',
      'products.code',
      'brands.name as brand',
      'products.article',
      'products.name',
      'products.unit',
    ])
    .select('inventory_groups.name as inventory_group')
    .where('products.id', '=', id)
    .executeTakeFirst()

export const selectGoodsGroups = (db: Db) =>
  db.selectFrom('inventory_groups').select(['id', 'name']).limit(10_000).execute()
