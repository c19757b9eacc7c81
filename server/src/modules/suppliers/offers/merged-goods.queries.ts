import { sql } from 'kysely'
import type { Db } from '../../../platform/db/index.ts'
import { lockRowsOfMerged, moveToKeptProduct } from '../../catalog/index.ts'

/**
 * Locks the whole table of offers: deleting a product waits for every writer of offers, and a writer waiting for one of
 * its offers would then deadlock.
 */
export async function lockOffers(db: Db) {
  await sql`lock table offers in exclusive mode`.execute(db)
  await lockRowsOfMerged(db, 'offers')
}

/**
 * Merges offers: own stock is added up; of a partner's two rows the newer one stays, with the quantities sold of both
 * deducted.
 */
export async function mergeOffers(db: Db) {
  const both = sql`
    merged_products pair, offers gone
    where gone.product_id = pair.from_id and kept.product_id = pair.into_id and kept.warehouse_id = gone.warehouse_id`
  await sql`
    update offers kept set purchase_kop = gone.purchase_kop, on_hand = gone.on_hand, qty_exact = gone.qty_exact,
      qty_text = gone.qty_text, multiplicity = gone.multiplicity, min_qty = gone.min_qty, term_days = gone.term_days,
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
  await moveToKeptProduct(db, ['offers', 'product_id'])
}

/** Merges brand mappings: a source names a brand once. */
export async function mergeBrandsOfRoutes(db: Db, fromId: number, keptId: number) {
  await sql`
    delete from supply_route_no_return_brands where brand_id = ${fromId}
      and supply_route_id in (select supply_route_id from supply_route_no_return_brands where brand_id = ${keptId})`.execute(
    db,
  )
  await sql`
    delete from online_supplier_brand_rules where brand_id = ${fromId}
      and supply_route_id in (select supply_route_id from online_supplier_brand_rules where brand_id = ${keptId})`.execute(
    db,
  )
}
