import type { Sql } from '../../../platform/db/index.ts'
import type { ImportTarget } from './imports.queries.ts'

/** Previous state needed by `rollBackOffers`. */
export interface Mark {
  /** Offers of the warehouse with greater ids were added by the import; null when it changed nothing. */
  lastOfferId: number | null
  importedBefore: Date | null
}

/**
 * Stores the offers that the import is about to change or withdraw, and deletes those stored by earlier imports of the
 * warehouse: only the last one can be rolled back. The offers are already locked.
 */
export async function snapshotOffers(sql: Sql, importId: number, { warehouseId }: ImportTarget): Promise<Mark> {
  const [mark] = await sql<{ last_offer_id: number | null; imported_at: Date | null }[]>`
    select case when exists (select from import_changes) then (select coalesce(max(id), 0) from offers) end
      as last_offer_id, imported_at
    from warehouses where id = ${warehouseId}`
  const { last_offer_id: lastOfferId = null, imported_at: importedBefore = null } = mark ?? {}
  if (lastOfferId === null) return { lastOfferId, importedBefore }
  await sql`
    delete from price_import_offers kept using price_imports import
    where import.id = kept.import_id and import.warehouse_id = ${warehouseId}`
  await sql`
    insert into price_import_offers (import_id, offer_id, product_id, purchase_kop, on_hand, reserved, qty_exact,
      qty_text, multiplicity, min_qty, term_days)
    select ${importId}, id, offers.product_id, purchase_kop, on_hand, reserved, qty_exact, qty_text, multiplicity,
      min_qty, term_days
    from offers join import_changes change on change.offer_id = offers.id`
  return { lastOfferId, importedBefore }
}

interface RolledBack {
  removed: number
  restored: number
  returned: number
}

/**
 * Restores the offers of a warehouse to the state before its last import. Own stock keeps the current reservations and
 * never falls below them; quantities taken from a partner's stock since then are added to those taken before.
 */
export async function rollBackOffers(
  sql: Sql,
  importId: number,
  { warehouseId, isOwn }: ImportTarget,
  { lastOfferId, importedBefore }: Mark,
): Promise<RolledBack> {
  await sql`
    select count(*) from (
      select 1 from offers
      where id in (select offer_id from price_import_offers where import_id = ${importId})
        or warehouse_id = ${warehouseId} and id > ${lastOfferId}
      order by id for update
    ) locked`
  const removed = await sql.count`
    delete from offers where warehouse_id = ${warehouseId} and id > ${lastOfferId} and (not ${isOwn} or reserved = 0)`
  await sql`
    update offers set on_hand = reserved, qty_text = reserved::real::text, updated_at = now()
    where warehouse_id = ${warehouseId} and id > ${lastOfferId}`
  const restored = await sql.count`
    update offers set purchase_kop = kept.purchase_kop,
      on_hand = case when ${isOwn} then greatest(kept.on_hand, offers.reserved) else kept.on_hand end,
      reserved = offers.reserved + case when ${isOwn} then 0 else kept.reserved end, qty_exact = kept.qty_exact,
      qty_text = case when ${isOwn} and offers.reserved > kept.on_hand then offers.reserved::real::text
        else kept.qty_text end,
      multiplicity = kept.multiplicity, min_qty = kept.min_qty, term_days = kept.term_days, updated_at = now()
    from price_import_offers kept
    where kept.import_id = ${importId} and offers.id = kept.offer_id`
  const returned = await sql.count`
    insert into offers (id, product_id, warehouse_id, purchase_kop, on_hand, reserved, tracked, qty_exact, qty_text,
      multiplicity, min_qty, term_days)
    overriding system value
    select offer_id, product_id, ${warehouseId}, purchase_kop, on_hand, reserved, ${isOwn}, qty_exact, qty_text,
      multiplicity, min_qty, term_days
    from price_import_offers kept
    where import_id = ${importId} and not exists (select from offers where id = kept.offer_id)
      and exists (select from products where id = kept.product_id)
    order by offer_id
    on conflict do nothing`
  await sql`update warehouses set imported_at = ${importedBefore} where id = ${warehouseId}`
  await sql`delete from price_import_offers where import_id = ${importId}`
  return { removed, restored, returned }
}
