import type { Sql, SqlTransaction } from '../../../platform/db/index.ts'
import { COPIED_COLUMNS, type CopiedBrand } from './copy-events.ts'

/** Imports merge one after another; their files are read and staged side by side. */
const IMPORT_LOCK = 7_321_010
const REPEATED_AT_ONCE = 5000

export interface ImportTarget {
  warehouseId: number
  isOwn: boolean
  vatMode: 'included' | 'on_top' | 'none'
}

export async function selectImportTarget(sql: Sql, warehouse: string): Promise<ImportTarget | undefined> {
  const [row] = await sql<ImportTarget[]>`
    select warehouses.id as "warehouseId", sources.kind = 'own' as "isOwn", sources.vat_mode as "vatMode"
    from warehouses join sources on sources.id = warehouses.source_id where warehouses.name = ${warehouse}`
  return row
}

/** A partner's warehouse that nobody described yet: it belongs to the first seller; undefined when there is none. */
export async function insertPartnerWarehouse(sql: Sql, name: string): Promise<ImportTarget | undefined> {
  const [row] = await sql<ImportTarget[]>`
    with source as (
      insert into sources (name, kind, seller_id) select ${name}, 'partner', min(id) from sellers having count(*) > 0
      returning id
    )
    insert into warehouses (source_id, name, shown_as) select id, ${name}, 'Партнёр ' || id from source
    returning id as "warehouseId", false as "isOwn", 'included' as "vatMode"`
  return row
}

export async function updateMarkup(sql: Sql, warehouseId: number, hundredths: number): Promise<void> {
  await sql`
    update sources set markup_hundredths = ${hundredths} from warehouses
    where warehouses.id = ${warehouseId} and warehouses.source_id = sources.id and markup_hundredths <> ${hundredths}`
}

/** A table of this transaction alone: it is not logged, and a killed import takes it along. */
export async function createStaging(sql: Sql): Promise<void> {
  // Sorts and hashes of a million rows stay in memory.
  await sql`set local work_mem = '256MB'`
  // A connection that has met a temporary table before keeps the size that it began with.
  await sql`
    do $$ begin
      set local temp_buffers = '64MB';
    exception when invalid_parameter_value then null;
    end $$`
  // A killed import frees its lock within a second, not at the end of a long statement.
  await sql`set local client_connection_check_interval = '1s'`
  await sql`
    create temp table import_rows (
      row_number integer not null, brand_number integer not null, article text not null, article_key text not null,
      loose_key text, slug text, name text not null, unit text, weight_g integer, barcode text, country text, gtd text,
      purchase_kop bigint not null, on_hand numeric(12, 3) not null, qty_exact boolean not null, qty_text text not null,
      multiplicity numeric(12, 3) not null, term_days integer
    ) on commit drop`
}

/** Fills the staging table with rows in the text format of COPY. */
export const copyRows = (tx: SqlTransaction, rows: AsyncIterable<Uint8Array>): Promise<void> =>
  tx.copy(`copy import_rows (${COPIED_COLUMNS.join(', ')}) from stdin`, rows)

export async function lockImports(sql: Sql): Promise<void> {
  await sql`select pg_advisory_xact_lock(${IMPORT_LOCK})`
}

/**
 * Brands of the file: known by key or by an alias, the rest added. Two keys may spell one slug: the later gets a number.
 * @returns names of those added
 */
export async function resolveBrands(sql: Sql, brands: readonly CopiedBrand[]): Promise<string[]> {
  const added = await sql<{ name: string }[]>`
    with spelled as materialized (
      select * from unnest(${brands.map((brand) => brand.key)}::text[], ${brands.map((brand) => brand.name)}::text[],
        ${brands.map((brand) => brand.slug)}::text[]) as spelled (key, name, slug)
      where key not in (select key from brands union all select key from brand_aliases)
    ), numbered as (
      select *, row_number() over (partition by slug order by key) + (
        select count(*) from brands where brands.slug = spelled.slug or brands.slug ~ ('^' || spelled.slug || '-[0-9]+$')
      ) as occurrence
      from spelled
    )
    insert into brands (key, name, slug)
    select key, name, slug || case when occurrence > 1 then '-' || occurrence else '' end from numbered
    returning name`
  await sql`
    create temp table import_brands on commit drop as
    select spelled.number, brand.id as brand_id, brand.slug
    from unnest(${brands.map((brand) => brand.number)}::integer[], ${brands.map((brand) => brand.key)}::text[])
      as spelled (number, key)
    left join brand_aliases alias on alias.key = spelled.key
    join brands brand on brand.id = alias.brand_id or (alias.key is null and brand.key = spelled.key)`
  await sql`analyze import_brands`
  await sql`analyze import_rows (brand_number, article, article_key)`
  return added.map(({ name }) => name)
}

/**
 * Which product each row means, one row for each product. First by brand and article as shown; then a spelling that the
 * catalogue does not have is paired with a product of the same key that no other spelling of this file has claimed; the
 * rest are new products.
 */
export async function resolveProducts(sql: Sql): Promise<void> {
  // Only unknown articles carry their texts further: usually they are few.
  await sql`
    create temp table import_matched on commit drop as
    select staged.row_number, brand.brand_id, product.id as product_id,
      case when product.id is null then staged.article end as article,
      case when product.id is null then staged.article_key end as article_key,
      case when product.id is null then brand.slug || '-' || coalesce(staged.slug, lower(staged.article_key)) end as code
    from import_rows staged
    join import_brands brand on brand.number = staged.brand_number
    left join products product on product.brand_id = brand.brand_id and product.article = staged.article`
  await sql`analyze import_matched`
  await pairSpellings(sql)
  await numberNewProducts(sql)
  await sql`
    create temp table import_winners on commit drop as
    select product_id, row_number from import_new
    union all
    select product_id, min(row_number) from (
      select product_id, row_number from import_matched where product_id is not null
      union all
      select spelled.product_id, matched.row_number
      from import_spelled spelled
      join import_matched matched on matched.brand_id = spelled.brand_id and matched.article = spelled.article
    ) known
    group by product_id`
  await sql`analyze import_winners`
}

async function pairSpellings(sql: Sql): Promise<void> {
  await sql`
    create temp table import_spelled on commit drop as
    with unknown as materialized (
      select distinct brand_id, article_key, article from import_matched matched
      where product_id is null and exists (
        select 1 from products product
        where product.brand_id = matched.brand_id and product.article_key = matched.article_key)
    ), spelling as (
      select *, row_number() over (partition by brand_id, article_key order by article) as place from unknown
    ), free as (
      select id, brand_id, article_key, row_number() over (partition by brand_id, article_key order by id) as place
      from products
      where (brand_id, article_key) in (select brand_id, article_key from unknown)
        and not exists (select 1 from import_matched where import_matched.product_id = products.id)
    )
    select spelling.brand_id, spelling.article, free.id as product_id
    from spelling join free using (brand_id, article_key, place)`
}

/**
 * New products in the order of their addresses, so that the indexes grow at one place; measured on a million products,
 * 12 s instead of 17 s with the same rows in the order of the file and `on conflict`.
 */
async function numberNewProducts(sql: Sql): Promise<void> {
  await sql`
    create temp table import_new on commit drop as
    select placed.*, nextval((select pg_get_serial_sequence('products', 'id')::regclass))::integer as product_id
    from (
      select *, row_number() over (partition by code order by row_number) as place
      from (
        select brand_id, article, code, min(row_number) as row_number from import_matched
        where product_id is null and (brand_id, article) not in (select brand_id, article from import_spelled)
        group by brand_id, article, code
      ) grouped
    ) placed
    order by code, place`
  await sql`analyze import_new`
}

/** An address that another product has, or had, is followed by «-2», «-3»… until it is free. */
async function freeTakenCodes(sql: Sql): Promise<void> {
  const count = await sql.count`
    create temp table import_taken on commit drop as
    select product_id, code as base from import_new fresh
    where place > 1 or exists (select 1 from products where products.code = fresh.code)
      or exists (select 1 from product_code_redirects old where old.code = fresh.code)`
  let left = count
  for (let suffix = 2; left > 0; suffix++) {
    await sql`
      with candidate as (
        select distinct on (base) product_id, base || ${`-${suffix}`}::text as code from import_taken order by base, product_id
      )
      update import_new set code = candidate.code from candidate
      where import_new.product_id = candidate.product_id
        and not exists (select 1 from products where products.code = candidate.code)
        and not exists (select 1 from product_code_redirects old where old.code = candidate.code)`
    const settled = await sql.count`
      delete from import_taken using import_new fresh
      where fresh.product_id = import_taken.product_id and fresh.code <> import_taken.base`
    left -= settled
  }
}

export async function insertNewProducts(sql: Sql): Promise<number> {
  await freeTakenCodes(sql)
  const count = await sql.count`
    insert into products (id, brand_id, article, article_key, loose_key, code, name, unit, weight_g, barcode, country, gtd)
    overriding system value
    select fresh.product_id, fresh.brand_id, staged.article, staged.article_key,
      coalesce(staged.loose_key, staged.article_key), fresh.code, staged.name, coalesce(staged.unit, 'шт'),
      staged.weight_g, staged.barcode, staged.country, staged.gtd
    from import_new fresh join import_rows staged on staged.row_number = fresh.row_number
    order by fresh.product_id`
  return count
}

/** Offers of the warehouse that differ from the file, those that it does not name unless they are kept; own ones that hold nothing but reserves have left it already. */
export async function findChanges(
  sql: Sql,
  { warehouseId, isOwn }: ImportTarget,
  { keepsMissing }: { keepsMissing: boolean },
): Promise<void> {
  await sql`
    create temp table import_changes on commit drop as
    select offer.id as offer_id, winner.product_id, winner.row_number
    from import_winners winner
    join import_rows staged on staged.row_number = winner.row_number
    full join (select * from offers where warehouse_id = ${warehouseId}) offer on offer.product_id = winner.product_id
    where offer.id is null
      or winner.product_id is null and not ${keepsMissing}::boolean and (not ${isOwn} or offer.reserved = 0 or offer.on_hand <> offer.reserved)
      or winner.product_id is not null and (offer.purchase_kop, offer.on_hand, offer.reserved, offer.tracked, offer.qty_exact, offer.qty_text,
          offer.multiplicity, offer.term_days)
        is distinct from
         (staged.purchase_kop, case when ${isOwn} then greatest(staged.on_hand, offer.reserved) else staged.on_hand end,
          case when ${isOwn} then offer.reserved else 0 end, ${isOwn}::boolean, staged.qty_exact, staged.qty_text,
          staged.multiplicity, staged.term_days)`
  await sql`analyze import_changes`
}

/** In order of id, as orders lock them too. */
export async function lockChangedOffers(sql: Sql): Promise<void> {
  await sql`
    select count(*) from (
      select 1 from offers where id in (select offer_id from import_changes where offer_id is not null)
      order by id for update
    ) locked`
}

export interface OfferChanges {
  added: number
  changed: number
  withdrawn: number
}

/**
 * Writes the differences. Own stock never falls below what is reserved; what our orders took from a partner's stock is
 * forgotten, because his new figure already counts it.
 */
export async function applyOffers(sql: Sql, { warehouseId, isOwn }: ImportTarget): Promise<OfferChanges> {
  const withdrawn = await sql.count`
    delete from offers using import_changes change
    where offers.id = change.offer_id and change.product_id is null and (not ${isOwn} or offers.reserved = 0)`
  const emptied = await sql.count`
    update offers set on_hand = reserved, qty_text = reserved::real::text, updated_at = now() from import_changes change
    where offers.id = change.offer_id and change.product_id is null and on_hand <> reserved`
  const changed = await sql.count`
    update offers set purchase_kop = staged.purchase_kop, on_hand = greatest(staged.on_hand, case when ${isOwn} then reserved else 0 end),
      reserved = case when ${isOwn} then reserved else 0 end, tracked = ${isOwn}, qty_exact = staged.qty_exact,
      qty_text = staged.qty_text, multiplicity = staged.multiplicity, term_days = staged.term_days, updated_at = now()
    from import_changes change join import_rows staged on staged.row_number = change.row_number
    where offers.id = change.offer_id`
  const added = await sql.count`
    insert into offers (product_id, warehouse_id, purchase_kop, on_hand, tracked, qty_exact, qty_text, multiplicity, term_days)
    select change.product_id, ${warehouseId}, staged.purchase_kop, staged.on_hand, ${isOwn}, staged.qty_exact,
      staged.qty_text, staged.multiplicity, staged.term_days
    from import_changes change join import_rows staged on staged.row_number = change.row_number
    where change.offer_id is null
    order by change.product_id`
  await sql`update warehouses set imported_at = now() where id = ${warehouseId}`
  return { added, changed, withdrawn: withdrawn + emptied }
}

/** Products of the file that the catalogue does not have. */
export async function countNewProducts(sql: Sql): Promise<number> {
  const [row] = await sql<{ count: number }[]>`select count(*) as count from import_new`
  return row?.count ?? 0
}

/** Accepted rows that became a product's one offer; the rest repeat them. */
export async function countWinners(sql: Sql): Promise<number> {
  const [row] = await sql<{ count: number }[]>`select count(*) as count from import_winners`
  return row?.count ?? 0
}

/** Rows of the file whose product was already met above, in order, a few thousand at a time. */
export const selectRepeatedRows = (tx: SqlTransaction): AsyncIterable<{ row_number: number; article: string }[]> =>
  tx.pages(
    `select row_number, article from import_rows
    where row_number not in (select row_number from import_winners) order by row_number`,
    [],
    REPEATED_AT_ONCE,
  )
