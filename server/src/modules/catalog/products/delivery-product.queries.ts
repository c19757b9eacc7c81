import { articleKey, looseFromKey } from '@artikul/contract/catalog/article'
import { brandKey } from '@artikul/contract/catalog/brand'
import { slugOf } from '@artikul/contract/catalog/slug'
import type { Db } from '../../../platform/db/index.ts'

/** Service product as which a delivery charge is ordered, invoiced and shipped. */
export const DELIVERY_PRODUCT = { brand: 'Услуги', article: 'ДОСТАВКА', name: 'Доставка', unit: 'усл' } as const

/** Finds or creates the service product of delivery charges and returns its id. */
export async function ensureDeliveryProduct(db: Db): Promise<number> {
  const { brand, article, name, unit } = DELIVERY_PRODUCT
  const key = articleKey(article)
  const brand_key = brandKey(brand)
  await db
    .insertInto('brands')
    .values({ name: brand, key: brand_key, slug: slugOf(brand_key) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { id: brand_id } = await db
    .selectFrom('brands')
    .select('id')
    .where('key', '=', brand_key)
    .executeTakeFirstOrThrow()
  await db
    .insertInto('products')
    .values({
      ...{ brand_id, article, name, unit },
      article_key: key,
      loose_key: looseFromKey(key),
      code: `${slugOf(brand_key)}-${slugOf(key)}`,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const product = db.selectFrom('products').select('id').where('brand_id', '=', brand_id).where('article', '=', article)
  return (await product.executeTakeFirstOrThrow()).id
}
