import { articleKey, looseArticleKey } from '@artikul/contract/catalog/article'
import { brandKey } from '@artikul/contract/catalog/brand'
import type { Insertable } from 'kysely'
import type { Db, DB } from '../../../platform/db/index.ts'

let count = 0

/** Creates a warehouse with its own source, an own one by default. */
export async function buildWarehouse(
  db: Db,
  sellerId: number,
  overrides: {
    source?: Partial<Insertable<DB['supply_routes']>>
    warehouse?: Partial<Insertable<DB['warehouses']>>
  } = {},
) {
  const serial = (count += 1)
  const source = await db
    .insertInto('supply_routes')
    .values({ name: `Источник ${process.pid}-${serial}`, kind: 'own', seller_id: sellerId, ...overrides.source })
    .returning('id')
    .executeTakeFirstOrThrow()
  return db
    .insertInto('warehouses')
    .values({
      supply_route_id: source.id,
      name: `Склад ${process.pid}-${serial}`,
      shown_as: `Склад ${serial}`,
      ...overrides.warehouse,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
}

async function requireBrand(db: Db, name: string) {
  const key = brandKey(name)
  await db
    .insertInto('brands')
    .values({ name, key, slug: key.toLowerCase() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return db.selectFrom('brands').select('id').where('key', '=', key).executeTakeFirstOrThrow()
}

/** Creates a product of the brand and article. */
export async function buildProduct(
  db: Db,
  overrides: { brand?: string; article?: string; name?: string; multiplicity?: number; weight_g?: number } = {},
) {
  const serial = (count += 1)
  const article = overrides.article ?? `TEST-${process.pid}-${serial}`
  const brand = await requireBrand(db, overrides.brand ?? 'ЛЮБОЙ')
  const key = articleKey(article)
  const code = `p-${process.pid}-${serial}`
  const { id } = await db
    .insertInto('products')
    .values({
      brand_id: brand.id,
      article,
      article_key: key,
      loose_key: looseArticleKey(article),
      code,
      name: overrides.name ?? 'Деталь любая',
      multiplicity: overrides.multiplicity ?? 1,
      weight_g: overrides.weight_g ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, code, article, brandId: brand.id }
}

/** Creates an offer, by default 10 pieces at a purchase price of 100 ₽. */
export const buildOffer = (
  db: Db,
  productId: number,
  warehouseId: number,
  overrides: Partial<Insertable<DB['offers']>> = {},
) =>
  db
    .insertInto('offers')
    .values({
      product_id: productId,
      warehouse_id: warehouseId,
      purchase_kop: 10_000,
      on_hand: 10,
      tracked: true,
      qty_text: '10',
      ...overrides,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
