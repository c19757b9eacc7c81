import { sql } from 'kysely'
import type { Db } from '../../../platform/db/index.ts'

/** Columns that mean a product and may mean any: what is gone is replaced by what is kept. */
export const MOVED_REFERENCES = [
  ['product_code_redirects', 'product_id'],
  ['cart_lines', 'product_id'],
  ['order_lines', 'product_id'],
  ['list_rows', 'product_id'],
  ['list_rows', 'first_product_id'],
  ['list_rows', 'second_product_id'],
  ['own_codes', 'product_id'],
  ['request_rows', 'product_id'],
  ['request_answers', 'product_id'],
  ['price_conditions', 'product_id'],
  // Kept to take an import back, and tied to nothing.
  ['price_import_offers', 'product_id'],
] as const

/** Tables where both products may have a row of their own: the two rows become one. */
export const MERGED_TABLES = ['offers', 'watches', 'crosses', 'inventory_group_products'] as const

/**
 * In the order in which placing an order takes them: the lines of carts, promised prices, offers. These as a whole: to
 * remove a product waits for all who write them, and whoever waited for one of its offers then would wait for us.
 */
async function lockGoods(db: Db) {
  for (const table of ['cart_lines', 'request_answers', 'offers']) {
    if (table === 'offers') await sql`lock table offers in exclusive mode`.execute(db)
    await sql`
      select count(*) from (
        select from ${sql.table(table)} where product_id in (
          select from_id from merged_products union all select into_id from merged_products
        ) order by id for update
      ) locked`.execute(db)
  }
}

/** Own stock adds up; of a partner's two rows the newer stays, and what is sold of either is counted against it. */
async function mergeOffers(db: Db) {
  const both = sql`
    merged_products pair, offers gone
    where gone.product_id = pair.from_id and kept.product_id = pair.into_id and kept.warehouse_id = gone.warehouse_id`
  await sql`
    update offers kept set purchase_kop = gone.purchase_kop, on_hand = gone.on_hand, qty_exact = gone.qty_exact,
      qty_text = gone.qty_text, multiplicity = gone.multiplicity, term_days = gone.term_days,
      updated_at = gone.updated_at
    from ${both} and not kept.tracked and gone.updated_at > kept.updated_at`.execute(db)
  await sql`
    update offers kept set reserved = kept.reserved + gone.reserved,
      on_hand = case when kept.tracked then kept.on_hand + gone.on_hand else kept.on_hand end,
      qty_text = case when kept.tracked then replace(trim_scale(kept.on_hand + gone.on_hand)::text, '.', ',')
        else kept.qty_text end
    from ${both}`.execute(db)
  await sql`
    delete from offers gone using merged_products pair, offers kept
    where gone.product_id = pair.from_id and kept.product_id = pair.into_id
      and kept.warehouse_id = gone.warehouse_id`.execute(db)
  await moveReference(db, 'offers', 'product_id')
}

/** Of two waits of one person for the same the one that still waits stays. */
async function mergeWatches(db: Db) {
  const twins = sql`
    gone.product_id = pair.from_id and kept.product_id = pair.into_id and kept.contractor_id = gone.contractor_id
    and kept.subject_id = gone.subject_id and kept.kind = gone.kind`
  await sql`
    delete from watches kept using merged_products pair, watches gone
    where ${twins} and kept.told_at is not null and gone.told_at is null`.execute(db)
  await sql`delete from watches gone using merged_products pair, watches kept where ${twins}`.execute(db)
  await moveReference(db, 'watches', 'product_id')
}

/** What the kept product is already related to stays as it is; nothing is related to itself. */
async function mergeCrosses(db: Db) {
  await sql`
    insert into crosses (product_id, other_id, kind, source, reliability, import_id)
    select distinct on (1, 2) coalesce(one.into_id, old.product_id), coalesce(other.into_id, old.other_id),
      old.kind, old.source, old.reliability, old.import_id
    from (
      select * from crosses where product_id in (select from_id from merged_products)
      union
      select * from crosses where other_id in (select from_id from merged_products)
    ) old
    left join merged_products one on one.from_id = old.product_id
    left join merged_products other on other.from_id = old.other_id
    where coalesce(one.into_id, old.product_id) <> coalesce(other.into_id, old.other_id)
    on conflict do nothing`.execute(db)
  for (const column of ['product_id', 'other_id'])
    await sql`
      delete from crosses using merged_products pair where ${sql.ref(`crosses.${column}`)} = pair.from_id`.execute(db)
}

/** Where the kept product was put by hand, there it stays. */
async function mergeGroups(db: Db) {
  await sql`
    delete from inventory_group_products gone using merged_products pair, inventory_group_products kept
    where gone.product_id = pair.from_id and kept.product_id = pair.into_id`.execute(db)
  await moveReference(db, 'inventory_group_products', 'product_id')
}

/** Changes of price conditions are taken back by what they were before: that means the kept product too. */
async function moveChangedConditions(db: Db) {
  for (const image of ['before', 'after'])
    await sql`
      update price_change_rows set ${sql.ref(image)} = jsonb_set(${sql.ref(image)}, '{product_id}', to_jsonb(pair.into_id))
      from merged_products pair where (${sql.ref(image)} ->> 'product_id')::integer = pair.from_id`.execute(db)
}

/** A row of a list that was to be taken from two offers which are one now is taken from that one. */
const joinHalves = (db: Db) =>
  sql`
    update list_rows set first_qty = first_qty + second_qty, second_product_id = null, second_warehouse_id = null,
      second_qty = null
    where first_product_id in (select into_id from merged_products) and first_product_id = second_product_id
      and first_warehouse_id = second_warehouse_id`.execute(db)

const moveReference = (db: Db, table: string, column: string) =>
  sql`
    update ${sql.table(table)} set ${sql.ref(column)} = pair.into_id
    from merged_products pair where ${sql.ref(`${table}.${column}`)} = pair.from_id`.execute(db)

/** What only the product that goes knows of itself. */
const keepFacts = (db: Db) =>
  sql`
    update products kept set barcode = coalesce(kept.barcode, gone.barcode),
      weight_g = coalesce(kept.weight_g, gone.weight_g), country = coalesce(kept.country, gone.country),
      gtd = coalesce(kept.gtd, gone.gtd), description = coalesce(kept.description, gone.description),
      external_id = coalesce(kept.external_id, gone.external_id),
      external_number = coalesce(kept.external_number, gone.external_number),
      group_id = coalesce(kept.group_id, gone.group_id)
    from merged_products pair, products gone
    where kept.id = pair.into_id and gone.id = pair.from_id
      and num_nonnulls(gone.barcode, gone.weight_g, gone.country, gone.gtd, gone.description, gone.external_id,
        gone.external_number, gone.group_id) > 0`.execute(db)

/** Makes one of each pair of `merged_products`: what meant the first means the second, and its code redirects there. */
export async function mergeProducts(db: Db) {
  await lockGoods(db)
  await mergeOffers(db)
  await mergeWatches(db)
  await mergeCrosses(db)
  await mergeGroups(db)
  for (const [table, column] of MOVED_REFERENCES) await moveReference(db, table, column)
  await joinHalves(db)
  await moveChangedConditions(db)
  await keepFacts(db)
  await sql`
    insert into product_code_redirects (code, product_id)
    select gone.code, pair.into_id from merged_products pair join products gone on gone.id = pair.from_id`.execute(db)
  await sql`delete from products using merged_products pair where products.id = pair.from_id`.execute(db)
}
