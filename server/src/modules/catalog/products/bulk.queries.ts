import type { Sql } from '../../../platform/db/index.ts'
import { OFFER_COLUMNS, type ArticleInterpretation, type OfferRow } from './offers.queries.ts'

/** Limits per row of a list: makers of one article, and offers of one product. */
const MAX_MAKERS = 50
const MAX_OFFERS = 200

export interface FoundProduct {
  /** Zero-based index of the matching request. */
  at: number
  product_id: number
  brand_id: number
}

const BY_KEYS = `
  select asked.at::integer - 1 as at, product.id as product_id, product.brand_id
  from unnest($1::text[]) with ordinality as asked (key, at)
  join lateral (select id, brand_id from products where article_key = asked.key limit ${MAX_MAKERS}) product on true
  order by asked.at, product.id`

/** Selects products of every key, of all makers. */
export const selectProductsByKeys = (driver: Sql, keys: readonly string[]) =>
  driver.query<FoundProduct>(BY_KEYS, [keys] as unknown[])

const ofKind = (kind: ArticleInterpretation['kind'], condition: string) => `
  (select reading.row, reading.at, product.id as product_id, product.brand_id
  from reading
  join lateral (
    select id, brand_id from products
    where ${condition} and (reading.brand_id is null or brand_id = reading.brand_id) limit ${MAX_MAKERS}
  ) product on true
  where reading.kind = '${kind}')`
const BY_READINGS = `
  with reading as materialized (
    select * from unnest($1::integer[], $2::text[], $3::integer[], $4::text[]) with ordinality
      as reading (row, key, brand_id, kind, at)
  ), hit as materialized (
    ${ofKind('article', 'article_key = reading.key')}
    union all ${ofKind('loose', 'loose_key = reading.key and loose_key <> article_key')}
    union all ${ofKind('barcode', 'barcode = reading.key')}
  )
  select row, at::integer - 1 as at, product_id, brand_id from hit
  where at = (select min(at) from hit as other where other.row = hit.row)
  order by row, product_id`

/** Selects the first reading found for each row; `at` is the zero-based index among all readings. */
export const selectProductsByInterpretations = (
  driver: Sql,
  readings: readonly (ArticleInterpretation & { row: number })[],
) =>
  driver.query<FoundProduct & { row: number }>(BY_READINGS, [
    readings.map(({ row }) => row),
    readings.map(({ key }) => key),
    readings.map(({ brandId }) => brandId),
    readings.map(({ kind }) => kind),
  ] as unknown[])

/** Offer of a requested product, or of its maker's replacement. */
export type RelatedOfferRow = OfferRow & { asked_id: number }

const OF_PRODUCTS = `
  with asked as materialized (select unnest($1::integer[]) as id),
  related as (
    select id as asked_id, 'asked' as relation, id as product_id from asked
    union all
    select cross_references.product_id, cross_references.kind, cross_references.related_product_id
    from asked join cross_references on cross_references.product_id = asked.id and cross_references.kind = 'replaced_by'
  )
  select related.asked_id, related.relation, ${OFFER_COLUMNS}
  from related
  join products product on product.id = related.product_id
  join brands brand on brand.id = product.brand_id
  join lateral (
    select * from offers where product_id = product.id and on_hand > reserved limit ${MAX_OFFERS}
  ) offer on true`

/** Selects all offers of the products and of their maker's replacements. */
export const selectOffersOfProducts = (driver: Sql, productIds: readonly number[]) =>
  driver.query<RelatedOfferRow>(OF_PRODUCTS, [productIds] as unknown[])

/** Brand with its product of an article, if the catalogue has one. */
export interface ArticleRow {
  brand_id: number
  brand: string
  product_id: number | null
  inventory_group_id: number | null
  code: string | null
  article: string | null
  name: string | null
  unit: string | null
  multiplicity: number | null
  weight_g: number | null
}

const BY_ARTICLES = `
  select brand.id as brand_id, brand.name as brand, product.*
  from unnest($1::integer[], $2::text[]) with ordinality as told (brand_id, article_key, at)
  join brands brand on brand.id = told.brand_id
  left join lateral (
    select id as product_id, group_id as inventory_group_id, code, article, name, unit, multiplicity, weight_g
    from products where article_key = told.article_key and brand_id = told.brand_id order by id limit 1
  ) product on true
  order by told.at`

/** Selects the products of the given brands and articles, in their order. */
export const selectByArticles = (driver: Sql, articles: readonly { brandId: number; articleKey: string }[]) =>
  driver.query<ArticleRow>(BY_ARTICLES, [
    articles.map(({ brandId }) => brandId),
    articles.map(({ articleKey }) => articleKey),
  ] as unknown[])
