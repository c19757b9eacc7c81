import { sql } from 'kysely'
import { json, type Db } from '../../../../platform/db/index.ts'
import type { KnownOffer } from './sealed-token.ts'

export const selectProductOf = (db: Db, { brandId, articleKey }: KnownOffer) =>
  db
    .selectFrom('products')
    .select('id')
    .where('article_key', '=', articleKey)
    .where('brand_id', '=', brandId)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()

/**
 * Stores the offer in its warehouse with the latest values; false when staff have disabled the supplier or the
 * warehouse since.
 */
export async function putOffer(db: Db, productId: number, offer: KnownOffer, now: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into offers (product_id, warehouse_id, purchase_kop, on_hand, tracked, qty_exact, qty_text, multiplicity,
      term_days, no_return, updated_at)
    select ${productId}::integer, place.warehouse_id, ${offer.purchaseKop}::bigint, ${offer.qty}::numeric, false,
      ${offer.qtyExact}::boolean, ${offer.qtyText}::text, ${offer.multiplicity}::numeric, ${offer.termDays}::integer,
      ${offer.noReturn}::boolean, ${now}::timestamptz
    from online_supplier_warehouses place join online_suppliers supplier using (supply_route_id)
    where place.warehouse_id = ${offer.warehouseId} and place.is_allowed and supplier.is_on
    on conflict (product_id, warehouse_id) do update set
      purchase_kop = excluded.purchase_kop, on_hand = excluded.on_hand, qty_exact = excluded.qty_exact,
      qty_text = excluded.qty_text, multiplicity = excluded.multiplicity, term_days = excluded.term_days,
      no_return = excluded.no_return, updated_at = excluded.updated_at`.execute(db)
  return (numAffectedRows ?? 0n) > 0n
}

/** Stores the supplier's handle for ordering the offer. */
export const putHandle = (db: Db, productId: number, { warehouseId, brand, article, handle }: KnownOffer) =>
  sql`
    insert into sealed_offer_tokens (offer_id, brand, article, handle)
    select id, ${brand}::text, ${article}::text, ${json(handle)} from offers
    where product_id = ${productId} and warehouse_id = ${warehouseId}
    on conflict (offer_id) do update set
      brand = excluded.brand, article = excluded.article, handle = excluded.handle`.execute(db)
