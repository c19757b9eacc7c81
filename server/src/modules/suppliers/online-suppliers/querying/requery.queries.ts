import { sql } from 'kysely'
import type { Db } from '../../../../platform/db/index.ts'
import type { SealedOffer } from '../offers.ts'

export interface OfferedGoods {
  product_id: number
  warehouse_id: number
}

export interface OnlineOfferRow extends OfferedGoods {
  id: number
  supply_route_id: number
  brand_id: number
  brand: string
  article: string
  article_key: string
  /** Supplier's handle for ordering, stored with the offer. */
  handle: SealedOffer['handle']
}

/** Selects the goods whose suppliers are queried online. */
export async function selectOnlineOffers(db: Db, goods: readonly OfferedGoods[]): Promise<OnlineOfferRow[]> {
  const { rows } = await sql<OnlineOfferRow>`
    select offers.id, offers.product_id, offers.warehouse_id, place.supply_route_id, products.brand_id, brands.name as brand,
      products.article, products.article_key, coalesce(known.handle, '{}') as handle
    from unnest(${goods.map((pair) => pair.product_id)}::integer[], ${goods.map((pair) => pair.warehouse_id)}::integer[])
      as pair (product_id, warehouse_id)
    join offers using (product_id, warehouse_id)
    join online_supplier_warehouses place using (warehouse_id)
    join products on products.id = offers.product_id
    join brands on brands.id = products.brand_id
    left join sealed_offer_tokens known on known.offer_id = offers.id`.execute(db)
  return rows
}

export interface RequeriedOffer {
  id: number
  offer: SealedOffer
}

/** Updates offers with the latest answers; rows are locked by ascending id, as orders lock them. */
export async function renewOffers(db: Db, found: readonly RequeriedOffer[], goneIds: readonly number[], now: Date) {
  const ids = [...goneIds, ...found.map(({ id }) => id)]
  await sql`select from offers where id = any(${ids}::integer[]) order by id for update`.execute(db)
  await sql`
    update offers set on_hand = 0, qty_exact = true, qty_text = '0', updated_at = ${now}
    where id = any(${goneIds}::integer[])`.execute(db)
  const column = <T>(pick: (offer: SealedOffer) => T) => found.map(({ offer }) => pick(offer))
  await sql`
    update offers set purchase_kop = told.purchase_kop, on_hand = told.on_hand, qty_exact = told.qty_exact,
      qty_text = told.qty_text, multiplicity = told.multiplicity, term_days = told.term_days,
      no_return = told.no_return, updated_at = ${now}
    from unnest(${found.map(({ id }) => id)}::integer[], ${column((offer) => offer.purchaseKop)}::bigint[],
      ${column(({ qty }) => qty)}::numeric[], ${column(({ qtyExact }) => String(qtyExact))}::boolean[],
      ${column(({ qtyText }) => qtyText)}::text[], ${column(({ multiplicity }) => multiplicity)}::numeric[],
      ${column(({ termDays }) => termDays)}::integer[], ${column(({ noReturn }) => String(noReturn))}::boolean[])
      as told (id, purchase_kop, on_hand, qty_exact, qty_text, multiplicity, term_days, no_return)
    where offers.id = told.id`.execute(db)
  if (found.length === 0) return
  await db
    .insertInto('sealed_offer_tokens')
    .values(
      found.map(({ id, offer: { brand, article, handle } }) => ({
        offer_id: id,
        brand,
        article,
        handle: JSON.stringify(handle),
      })),
    )
    .onConflict((conflict) =>
      conflict.column('offer_id').doUpdateSet((row) => ({
        brand: row.ref('excluded.brand'),
        article: row.ref('excluded.article'),
        handle: row.ref('excluded.handle'),
      })),
    )
    .execute()
}
