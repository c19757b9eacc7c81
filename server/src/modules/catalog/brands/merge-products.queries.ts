import { sql } from 'kysely'
import type { Db } from '../../../platform/db/index.ts'
import type { GoodsReferences, Reference } from './goods-references.ts'

/** Points a column at the kept products of `merged_products`. */
export const moveToKeptProduct = (db: Db, [table, column]: Reference) =>
  sql`
    update ${sql.table(table)} set ${sql.ref(column)} = pair.into_id
    from merged_products pair where ${sql.ref(`${table}.${column}`)} = pair.from_id`.execute(db)

/** Locks rows that refer to a product of `merged_products`, by ascending id. */
export const lockRowsOfMerged = (db: Db, table: string) =>
  sql`
    select count(*) from (
      select from ${sql.table(table)} where product_id in (
        select from_id from merged_products union all select into_id from merged_products
      ) order by id for update
    ) locked`.execute(db)

/** Existing relations of the kept product stay unchanged; relations to itself are dropped. */
async function mergeCrossReferences(db: Db) {
  await sql`
    insert into cross_references (product_id, related_product_id, kind, source, reliability, import_id)
    select distinct on (1, 2) coalesce(one.into_id, old.product_id), coalesce(other.into_id, old.related_product_id),
      old.kind, old.source, old.reliability, old.import_id
    from (
      select * from cross_references where product_id in (select from_id from merged_products)
      union
      select * from cross_references where related_product_id in (select from_id from merged_products)
    ) old
    left join merged_products one on one.from_id = old.product_id
    left join merged_products other on other.from_id = old.related_product_id
    where coalesce(one.into_id, old.product_id) <> coalesce(other.into_id, old.related_product_id)
    on conflict do nothing`.execute(db)
  for (const column of ['product_id', 'related_product_id'])
    await sql`
      delete from cross_references using merged_products pair where ${sql.ref(`cross_references.${column}`)} = pair.from_id`.execute(
      db,
    )
}

/** Assignments of the kept product to groups stay. */
async function mergeGroups(db: Db) {
  await sql`
    delete from inventory_group_products gone using merged_products pair, inventory_group_products kept
    where gone.product_id = pair.from_id and kept.product_id = pair.into_id`.execute(db)
  await moveToKeptProduct(db, ['inventory_group_products', 'product_id'])
  await sql`
    delete from accounted_groups gone using merged_products pair, accounted_groups kept
    where gone.product_id = pair.from_id and kept.product_id = pair.into_id
      and kept.accounting_id = gone.accounting_id`.execute(db)
  await moveToKeptProduct(db, ['accounted_groups', 'product_id'])
}

/**
 * Photos of the removed product follow those of the kept one; its properties stay where the kept one has none. Photos
 * that wait for download are named again by the next price list.
 */
async function mergeContent(db: Db) {
  await sql`
    insert into product_photos (product_id, position, hash, source, source_url, licence, actor_id, subject_id, created_at)
    select into_id, coalesce((select max(position) from product_photos where product_id = into_id), 0)
        + row_number() over (partition by into_id order by from_id, position),
      hash, source, source_url, licence, actor_id, subject_id, created_at
    from (
      select distinct on (pair.into_id, photo.hash) pair.into_id, pair.from_id, photo.*
      from product_photos photo join merged_products pair on pair.from_id = photo.product_id
      order by pair.into_id, photo.hash, pair.from_id
    ) moved
    on conflict (product_id, hash) do nothing`.execute(db)
  await sql`
    insert into product_properties (product_id, name, value, unit, number, position)
    select distinct on (pair.into_id, name) pair.into_id, name, value, unit, number, position
    from product_properties join merged_products pair on pair.from_id = product_id
    order by pair.into_id, name, pair.from_id
    on conflict do nothing`.execute(db)
  for (const table of ['product_photo_links', 'product_photos', 'product_properties'])
    await sql`delete from ${sql.table(table)} using merged_products pair where product_id = pair.from_id`.execute(db)
}

/** Copies data that only the removed product has. */
const copyMissingFacts = (db: Db) =>
  sql`
    update products kept set barcode = coalesce(kept.barcode, gone.barcode),
      weight_g = coalesce(kept.weight_g, gone.weight_g), country = coalesce(kept.country, gone.country),
      gtd = coalesce(kept.gtd, gone.gtd), description = coalesce(kept.description, gone.description),
      external_id = coalesce(kept.external_id, gone.external_id),
      external_number = coalesce(kept.external_number, gone.external_number),
      group_id = coalesce(kept.group_id, gone.group_id), photo_hash = coalesce(kept.photo_hash, gone.photo_hash)
    from merged_products pair, products gone
    where kept.id = pair.into_id and gone.id = pair.from_id
      and num_nonnulls(gone.barcode, gone.weight_g, gone.country, gone.gtd, gone.description, gone.external_id,
        gone.external_number, gone.group_id, gone.photo_hash) > 0`.execute(db)

/**
 * Merges each pair of `merged_products`: references to the first are updated, and its code redirects to the second.
 * Rows are locked in the order used by placing an order, upper modules first: carts, then stock.
 */
export async function mergeProducts(db: Db, modules: readonly GoodsReferences[]) {
  for (const { lockProducts } of modules.toReversed()) await lockProducts?.(db)
  await mergeCrossReferences(db)
  await mergeGroups(db)
  await mergeContent(db)
  await moveToKeptProduct(db, ['certificates', 'product_id'])
  await moveToKeptProduct(db, ['product_code_redirects', 'product_id'])
  for (const { mergeProducts: merge, products = [] } of modules) {
    await merge?.(db)
    for (const reference of products) await moveToKeptProduct(db, reference)
  }
  await copyMissingFacts(db)
  await sql`
    insert into product_code_redirects (code, product_id)
    select gone.code, pair.into_id from merged_products pair join products gone on gone.id = pair.from_id`.execute(db)
  await sql`delete from products using merged_products pair where products.id = pair.from_id`.execute(db)
}
