import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../../platform/db/index.ts'

/** Reserves quantities, which others can no longer order; rows must be locked by `selectOffersOfPairs` before. */
export const reserveOffers = (db: Db, reservations: { offer_id: number; qty: number }[]) =>
  sql`
    update offers set reserved = offers.reserved + taken.qty
    from unnest(${reservations.map((row) => row.offer_id)}::integer[], ${reservations.map((row) => row.qty)}::numeric[])
      as taken (offer_id, qty)
    where offers.id = taken.offer_id`.execute(db)

/**
 * Releases goods that are no longer needed, and removes shipped ones from the own warehouse. A partner's stock follows
 * the partner's price list: only the portal's reservation is released, and reserved again when a shipment is undone, so
 * that the next shipment does not release the reservations of others. Own goods that return after a price list has
 * dropped them are offered again.
 * @param moved rows of (product_id, warehouse_id, released, gone, purchase_kop), one for each offer
 * @param hasReturns true when goods return (`gone` below zero)
 */
export async function changeStock(db: Db, moved: RawBuilder<unknown>, hasReturns: boolean) {
  const rows = sql`(${moved}) as moved`
  const pair = sql`offers.product_id = moved.product_id and offers.warehouse_id = moved.warehouse_id`
  // Rows are locked first and read afterwards: a concurrent merge of brands may change their products.
  await sql`select from offers join ${rows} on ${pair} order by offers.id for update of offers`.execute(db)
  await sql`
    update offers set reserved = greatest(offers.reserved - moved.released, 0),
      on_hand = case when tracked then offers.on_hand - moved.gone else offers.on_hand end,
      qty_text = case when tracked and moved.gone <> 0
        then replace(trim_scale(offers.on_hand - moved.gone)::text, '.', ',') else qty_text end
    from ${rows} where ${pair}`.execute(db)
  if (hasReturns)
    await sql`
      insert into offers (product_id, warehouse_id, purchase_kop, on_hand, reserved, tracked, qty_text)
      select moved.product_id, moved.warehouse_id, moved.purchase_kop, -moved.gone, -moved.released, true,
        replace(trim_scale(-moved.gone)::text, '.', ',')
      from ${rows}
      join warehouses on warehouses.id = moved.warehouse_id
      join supply_routes on supply_routes.id = warehouses.supply_route_id and supply_routes.kind = 'own'
      where moved.gone < 0 and moved.released <= 0 and not exists (select from offers where ${pair})`.execute(db)
}

export interface Shelved {
  productId: number
  qty: number
  /** Price per unit. */
  priceKop: number
}

const rowsOfGoods = (goods: readonly Shelved[]) => sql`(
  select product_id, sum(qty) as qty, max(price_kop) as price_kop
  from unnest(${goods.map(({ productId }) => productId)}::integer[], ${goods.map(({ qty }) => qty)}::numeric[],
    ${goods.map(({ priceKop }) => priceKop)}::bigint[]) as given (product_id, qty, price_kop)
  group by 1 order by 1) as given`

/**
 * Adds goods to an own warehouse: increases an existing offer or creates one. The purchase price becomes the weighted
 * average of what was there and what has been bought.
 */
export const shelve = (db: Db, warehouseId: number, goods: readonly Shelved[]) =>
  sql`
    insert into offers (product_id, warehouse_id, purchase_kop, on_hand, tracked, qty_text)
    select given.product_id, ${warehouseId}, given.price_kop, given.qty, true,
      replace(trim_scale(given.qty)::text, '.', ',')
    from ${rowsOfGoods(goods)}
    on conflict (product_id, warehouse_id) do update set on_hand = offers.on_hand + excluded.on_hand,
      purchase_kop = case when excluded.purchase_kop = 0 then offers.purchase_kop else round((offers.on_hand * offers.purchase_kop
        + excluded.on_hand * excluded.purchase_kop) / (offers.on_hand + excluded.on_hand)) end,
      qty_text = replace(trim_scale(offers.on_hand + excluded.on_hand)::text, '.', ','), updated_at = now()`.execute(db)

/**
 * Removes goods from an own warehouse.
 * @returns true when all of them were in stock and not reserved
 */
export async function withdrawStock(db: Db, warehouseId: number, goods: readonly Shelved[]): Promise<boolean> {
  const { rows: held } = await sql<{ id: number }>`
    select offers.id from ${rowsOfGoods(goods)}
    join offers on offers.product_id = given.product_id and offers.warehouse_id = ${warehouseId}
    where offers.on_hand - offers.reserved >= given.qty
    order by offers.id for update of offers`.execute(db)
  if (held.length < new Set(goods.map(({ productId }) => productId)).size) return false
  await sql`
    update offers set on_hand = offers.on_hand - given.qty, updated_at = now(),
      qty_text = replace(trim_scale(offers.on_hand - given.qty)::text, '.', ',')
    from ${rowsOfGoods(goods)}
    where offers.product_id = given.product_id and offers.warehouse_id = ${warehouseId}`.execute(db)
  return true
}
