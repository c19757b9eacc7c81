import { sql } from 'kysely'
import type { Db, Sql } from '../../../platform/db/index.ts'

/** A product with one of its offers, or with none. */
export interface OfferRow {
  relation: 'asked' | 'analogue' | 'replaced_by' | 'replaces'
  /** Who says that it is related; only where everything around a product is looked up. */
  cross_source?: string
  /** How sure it is that it stands in for the asked one. */
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
  /** Its supplier says so; otherwise the warehouse and the brand decide. */
  no_return?: boolean | null
}

/** More rows than a person reads: no answer is unbounded. */
const MOST_ROWS = 1000

const NAMELESS_COLUMNS = `
  product.id as product_id, product.brand_id, product.group_id as inventory_group_id, product.code, product.article, product.name,
  product.unit, offer.id as offer_id, offer.warehouse_id, offer.purchase_kop, offer.on_hand - offer.reserved as available,
  offer.qty_exact, offer.qty_text, greatest(offer.multiplicity, product.multiplicity) as multiplicity, offer.term_days,
  offer.no_return`
export const OFFER_COLUMNS = `${NAMELESS_COLUMNS}, brand.name as brand`

/** Of each related product its offers with something left; the asked ones stay even without an offer. */
const offersOfRelated = (brands: string) => `
  from related
  join products product on product.id = related.product_id ${brands}
  left join offers offer on offer.product_id = product.id and offer.on_hand > offer.reserved
  where offer.id is not null or related.relation = 'asked'
  limit ${MOST_ROWS}`
export const OFFERS_OF_RELATED = offersOfRelated('join brands brand on brand.id = product.brand_id')

/** The asked products, and around them, when one maker is meant, what replaces them and their analogues. */
const RELATED = `
  related as (
    select 'asked' as relation, '' as source, '' as reliability, id as product_id from asked
    union all
    select crosses.kind, crosses.source, crosses.reliability, crosses.other_id from asked join crosses on crosses.product_id = asked.id
    where (select min(brand_id) = max(brand_id) from asked)
  )`
const OF_BRAND = '($2::integer is null or product.brand_id = $2::integer)'

/**
 * The hottest statements go past Kysely, straight to the driver: their texts are made once, and on the pool they travel
 * together with those of other requests instead of each reserving a connection.
 */
const BY_KEY = `
  with asked as materialized (
    select id, brand_id from products product where article_key = $1 and ${OF_BRAND} limit 100
  ), ${RELATED}
  select related.relation, related.source as cross_source,
    related.reliability as cross_reliability, ${NAMELESS_COLUMNS} ${offersOfRelated('')}`

/** A row of `BY_KEY`, every field at once: added one by one as the driver does, they are a third of a search's work. */
const namelessOffer = (row: readonly unknown[]) =>
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
    brand: '',
  }) as OfferRow

const hits = (kind: ReadingKind, condition: string) => `
  (select reading.at, product.id, product.brand_id from reading join products product on ${condition}
  where reading.kind = '${kind}' and ${OF_BRAND}
    and (reading.brand_id is null or product.brand_id = reading.brand_id)
  order by reading.at limit 100)`

/** All readings are looked up at once; of those that are found the first one counts. */
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
  select (select min(at)::integer from hit) as reading, related.relation, related.source as cross_source,
    related.reliability as cross_reliability, ${OFFER_COLUMNS} ${OFFERS_OF_RELATED}`
const AROUND_PRODUCT = `
  with related as (
    select 'asked' as relation, '' as source, '' as reliability, $1::integer as product_id
    union all
    select kind, source, reliability, other_id from crosses where product_id = $1::integer
  )
  select related.relation, related.source as cross_source,
    related.reliability as cross_reliability, ${OFFER_COLUMNS} ${OFFERS_OF_RELATED}`

/**
 * Everything about an article in one round trip: the asked products by key with their offers and, when one maker is
 * meant, what replaces them and their analogues. Names of brands are left to the caller's memory: joined to every row,
 * they were an eighth of the statement's time.
 */
export async function selectOffersByArticle(driver: Sql, key: string, brandId: number | null): Promise<OfferRow[]> {
  const rows = await driver.arrays(BY_KEY, [key, brandId])
  return rows.map(namelessOffer)
}

export type ReadingKind = 'article' | 'loose' | 'barcode'

/** What an article may have been meant to be: its key, the maker if one was named, the column that holds such keys. */
export interface AskedReading {
  key: string
  brandId: number | null
  kind: ReadingKind
}

/** The same for the first of the readings that is found; `reading` counts them from one. */
export const selectOffersByReadings = (driver: Sql, readings: readonly AskedReading[], brandId: number | null) =>
  driver.query<OfferRow & { reading: number }>(BY_READINGS, [
    readings.map(({ key }) => key),
    brandId,
    readings.map((reading) => reading.brandId),
    readings.map(({ kind }) => kind),
  ] as unknown[])

/** The same for one product of the catalogue. */
export const selectOffersAroundProduct = (driver: Sql, productId: number) =>
  driver.query<OfferRow>(AROUND_PRODUCT, [productId])

/** Goods of warehouses, by the pairs that carts and orders keep. */
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
