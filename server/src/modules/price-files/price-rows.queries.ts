import { sql } from 'kysely'
import type { Db, Sql } from '../../platform/db/index.ts'

/** Brands in the order of their names: those chosen, or all. */
export const selectBrands = (db: Db, ids: readonly number[]) => {
  const query = db
    .selectFrom('brands')
    .select(['id', 'name'])
    .orderBy(sql`name collate "ru-x-icu"`)
    .orderBy('id')
  return (ids.length > 0 ? query.where('id', '=', sql<number>`any(${ids}::integer[])`) : query).execute()
}

/** A product with one of its offers, or with none, as a quote takes it. */
export interface PageRow {
  article: string
  name: string
  unit: string
  offer_id: number | null
  warehouse_id: number
  purchase_kop: number
  available: number
  qty_exact: boolean
  qty_text: string
  multiplicity: number
  term_days: number | null
}

/** Products of one page. */
export const PAGE = 500

/** Along the index of a brand's articles, from page to page: nothing is held between them, not even a transaction. */
const PAGE_OF_BRAND = `
  select product.article, product.name, product.unit, offer.id as offer_id, offer.warehouse_id, offer.purchase_kop,
    greatest(offer.on_hand - offer.reserved, 0) as available, offer.qty_exact, offer.qty_text,
    greatest(offer.multiplicity, product.multiplicity) as multiplicity, offer.term_days
  from (
    select id, article, name, unit, multiplicity from products
    where brand_id = $1 and article > $2 order by article limit ${PAGE}
  ) product
  left join offers offer on offer.product_id = product.id and (offer.on_hand > offer.reserved or not $3)
  order by product.article`

/** The next products of a brand in the order of their articles, with their offers. */
export const selectPage = (driver: Sql, brandId: number, afterArticle: string, inStock: boolean) =>
  driver.unsafe<PageRow[]>(PAGE_OF_BRAND, [brandId, afterArticle, inStock], { prepare: true })
