import { sql } from 'kysely'
import type { Db, Sql } from '../../../platform/db/index.ts'

/** Product with one of its offers, or without any. */
export interface OfferRow {
  /** `found`: by words of its name or in a group. */
  relation: 'asked' | 'found' | 'analogue' | 'replaced_by' | 'replaces'
  /** Source of the relation; only present in searches. */
  cross_source?: string
  /** Reliability of the replacement of the requested product. */
  cross_reliability?: '' | 'sure' | 'ordinary' | 'doubtful'
  product_id: number
  brand_id: number
  inventory_group_id: number | null
  code: string
  brand: string
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
  /** Smallest order of the supplier; 0 for none. */
  min_qty: number
  /** Weight of one unit; `null` when unknown. */
  weight_g: number | null
  /** Hash of the product's first photo. */
  photo?: string | null
  /** Supplier's own value; otherwise the warehouse and the brand decide. */
  no_return?: boolean | null
}

/** Upper bound of rows, so that no answer is unbounded. */
const MAX_ROWS = 1000

const NAMELESS_COLUMNS = `
  product.id as product_id, product.brand_id, product.group_id as inventory_group_id, product.code, product.article, product.name,
  product.unit, offer.id as offer_id, offer.warehouse_id, offer.purchase_kop, offer.on_hand - offer.reserved as available,
  offer.qty_exact, offer.qty_text, greatest(offer.multiplicity, product.multiplicity) as multiplicity, offer.term_days,
  offer.no_return, offer.min_qty, product.photo_hash as photo, product.weight_g`
export const OFFER_COLUMNS = `${NAMELESS_COLUMNS}, brand.name as brand`

const RELATION_COLUMNS = 'related.relation, related.source as cross_source, related.reliability as cross_reliability'

/**
 * Builds an offer from the columns of a statement, all fields at once: adding them one by one, as the driver does, takes
 * a third of a search's time.
 */
const toOffer = (row: readonly unknown[]) =>
  ({
    relation: row[0],
    cross_source: row[1],
    cross_reliability: row[2],
    product_id: row[3],
    brand_id: row[4],
    inventory_group_id: row[5],
    code: row[6],
    article: row[7],
    name: row[8],
    unit: row[9],
    offer_id: row[10],
    warehouse_id: row[11],
    purchase_kop: row[12],
    available: row[13],
    qty_exact: row[14],
    qty_text: row[15],
    multiplicity: row[16],
    term_days: row[17],
    no_return: row[18],
    min_qty: row[19],
    photo: row[20],
    weight_g: row[21],
    brand: row[22] ?? '',
  }) as OfferRow

/** Builds offers from rows of `RELATION_COLUMNS` and `OFFER_COLUMNS`, in this order. */
export const toOffers = (rows: readonly unknown[][]): OfferRow[] => rows.map(toOffer)

/** Columns of products that were found, and are related to none. */
export const FOUND_OFFER_COLUMNS = `related.relation, '' as cross_source, '' as cross_reliability, ${OFFER_COLUMNS}`

/** Available offers of each related product; requested products are included even without an offer. */
const offersOfRelated = (brands: string) => `
  from related
  join products product on product.id = related.product_id ${brands}
  left join offers offer on offer.product_id = product.id and offer.on_hand > offer.reserved
  where offer.id is not null or related.relation in ('asked', 'found')
  limit ${MAX_ROWS}`
export const OFFERS_OF_RELATED = offersOfRelated('join brands brand on brand.id = product.brand_id')

/** Requested products and, when a single maker matches, their replacements and analogues. */
const RELATED = `
  related as (
    select 'asked' as relation, '' as source, '' as reliability, id as product_id from asked
    union all
    select cross_references.kind, cross_references.source, cross_references.reliability, cross_references.related_product_id from asked join cross_references on cross_references.product_id = asked.id
    where (select min(brand_id) = max(brand_id) from asked)
  )`
const OF_BRAND = '($2::integer is null or product.brand_id = $2::integer)'

/**
 * The most frequent statements bypass Kysely: their texts are built once, and on the pool they are pipelined with those
 * of other requests instead of reserving a connection each.
 */
const BY_KEY = `
  with asked as materialized (
    select id, brand_id from products product where article_key = $1 and ${OF_BRAND} limit 100
  ), ${RELATED}
  select ${RELATION_COLUMNS}, ${NAMELESS_COLUMNS} ${offersOfRelated('')}`

const hits = (kind: InterpretationKind, condition: string) => `
  (select reading.at, product.id, product.brand_id from reading join products product on ${condition}
  where reading.kind = '${kind}' and ${OF_BRAND}
    and (reading.brand_id is null or product.brand_id = reading.brand_id)
  order by reading.at limit 100)`

/** Looks up all readings at once; the first one found counts. */
const BY_READINGS = `
  with reading as materialized (
    select * from unnest($1::text[], $3::integer[], $4::text[]) with ordinality as reading (key, brand_id, kind, at)
  ), hit as materialized (
    ${hits('article', 'product.article_key = reading.key')}
    union all ${hits('loose', 'product.loose_key = reading.key and product.loose_key <> product.article_key')}
    union all ${hits('barcode', 'product.barcode = reading.key')}
  ), asked as materialized (
    select id, brand_id from hit where at = (select min(at) from hit) limit 100
  ), ${RELATED}
  select ${RELATION_COLUMNS}, ${OFFER_COLUMNS}, (select min(at)::integer from hit) as reading ${OFFERS_OF_RELATED}`
const AROUND_PRODUCT = `
  with related as (
    select 'asked' as relation, '' as source, '' as reliability, $1::integer as product_id
    union all
    select kind, source, reliability, related_product_id from cross_references where product_id = $1::integer
  )
  select ${RELATION_COLUMNS}, ${OFFER_COLUMNS} ${OFFERS_OF_RELATED}`

/** Products of groups among which available ones are looked for, so that a group out of stock costs no more. */
const MAX_BROWSED = 20_000

const OF_GROUPS = `
  with browsed as (
    select id, group_id from products where group_id = any($1::integer[]) order by group_id, id limit ${MAX_BROWSED}
  ), related as materialized (
    select 'found' as relation, id as product_id from browsed
    where exists (select from offers where product_id = browsed.id and on_hand > reserved)
    order by group_id, id limit $2::integer offset $3::integer
  )
  select ${FOUND_OFFER_COLUMNS} ${OFFERS_OF_RELATED}`

/** Selects a page of the available products of inventory groups with their offers. */
export const selectOffersOfGroups = async (
  driver: Sql,
  groupIds: readonly number[],
  { size, offset }: { size: number; offset: number },
) => toOffers(await driver.arrays(OF_GROUPS, [groupIds, size, offset]))

/**
 * Selects everything about an article in one round trip: the requested products by key with their offers and, when a
 * single maker matches, their replacements and analogues. Names of brands come from the caller's cache, because joining
 * them took an eighth of the statement's time.
 */
export const selectOffersByArticle = async (driver: Sql, key: string, brandId: number | null) =>
  toOffers(await driver.arrays(BY_KEY, [key, brandId]))

export type InterpretationKind = 'article' | 'loose' | 'barcode'

/** Possible reading of an article: its key, the maker if named, and the column that contains such keys. */
export interface ArticleInterpretation {
  key: string
  brandId: number | null
  kind: InterpretationKind
}

/** Selects the offers of the first reading found, and its one-based index; undefined when none was found. */
export async function selectOffersByInterpretations(
  driver: Sql,
  readings: readonly ArticleInterpretation[],
  brandId: number | null,
): Promise<{ reading: number; rows: OfferRow[] } | undefined> {
  if (readings.length === 0) return undefined
  const rows = await driver.arrays(BY_READINGS, [
    readings.map(({ key }) => key),
    brandId,
    readings.map((reading) => reading.brandId),
    readings.map(({ kind }) => kind),
  ])
  return rows[0] && { reading: Number(rows[0].at(-1)), rows: toOffers(rows) }
}

/** Selects the offers around one product of the catalogue. */
export const selectOffersAroundProduct = async (driver: Sql, productId: number) =>
  toOffers(await driver.arrays(AROUND_PRODUCT, [productId]))

/** Selects offers by product and warehouse, as stored in carts and orders. */
export async function selectOffersOfPairs(db: Db, pairs: { product_id: number; warehouse_id: number }[], lock = false) {
  if (pairs.length === 0) return []
  const { rows } = await sql<Omit<OfferRow, 'relation'> & { on_hand: number; tracked: boolean }>`
    select ${sql.raw(OFFER_COLUMNS)}, offer.on_hand, offer.tracked
    from unnest(${pairs.map((pair) => pair.product_id)}::integer[], ${pairs.map((pair) => pair.warehouse_id)}::integer[])
      as pair (product_id, warehouse_id)
    join offers offer on offer.product_id = pair.product_id and offer.warehouse_id = pair.warehouse_id
    join products product on product.id = offer.product_id
    join brands brand on brand.id = product.brand_id
    order by offer.id
    ${lock ? sql`for update of offer` : sql``}`.execute(db)
  return rows
}

export const selectOfferPair = (db: Db, offerId: number) =>
  db.selectFrom('offers').select(['product_id', 'warehouse_id']).where('id', '=', offerId).executeTakeFirst()

export const selectPairsOfOffers = (db: Db, offerIds: readonly number[]) =>
  db
    .selectFrom('offers')
    .select(['id', 'product_id', 'warehouse_id'])
    .where('id', '=', sql<number>`any(${offerIds}::integer[])`)
    .execute()
