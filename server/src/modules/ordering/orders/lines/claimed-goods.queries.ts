import type { LineState } from '@artikul/contract/ordering/orders/orders'
import type { ClaimOrigin } from '@artikul/contract/fulfilment/claim-fields'
import { sql } from 'kysely'
import type { Db } from '../../../../platform/db/index.ts'
import { writtenBy, type Writer } from '../../../../platform/http/index.ts'

/** Claim under which a line is shipped, or null; for statements that alias the order line as `line`. */
export const CLAIM_OF_LINE = sql<ClaimOrigin | null>`(
  select jsonb_build_object('id', claims.id, 'number', claims.number, 'outcome', supply.outcome,
    'order_id', origin.id, 'order_number', origin.number)
  from claim_supplies supply
  join claim_lines on claim_lines.id = supply.claim_line_id
  join claims on claims.id = claim_lines.claim_id
  join shipment_lines shipped on shipped.id = claim_lines.shipment_line_id
  join order_lines first_line on first_line.id = shipped.order_line_id
  join orders origin on origin.id = first_line.order_id
  where supply.order_line_id = line.id)`

/** Selects the lines that are shipped under a claim. */
export async function selectSupplied(db: Db, lineIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select order_line_id as id from claim_supplies where order_line_id = any(${lineIds}::integer[])`.execute(db)
  return rows.map(({ id }) => id)
}

export interface FirstLine {
  id: number
  product_id: number
  warehouse_id: number
  brand: string
  article: string
  unit: string
  client_number: string
  tax_regime: string
}

/** Selects previously shipped lines with the data needed to order the same goods again. */
export async function selectFirstLines(db: Db, lineIds: readonly number[]): Promise<FirstLine[]> {
  const { rows } = await sql<FirstLine>`
    select line.id, line.product_id, line.warehouse_id, line.brand, line.article, line.unit, orders.client_number,
      sellers.tax_regime
    from order_lines line join orders on orders.id = line.order_id join sellers on sellers.id = orders.seller_id
    where line.id = any(${lineIds}::integer[])`.execute(db)
  return rows
}

export interface FreeStock {
  offer_id: number
  product_id: number
  warehouse_id: number
  free: number
}

/** Selects and locks the free stock of these goods in the seller's own warehouses until the transaction ends. */
export async function lockFreeStock(db: Db, sellerId: number, productIds: readonly number[]): Promise<FreeStock[]> {
  const { rows } = await sql<FreeStock>`
    select offers.id as offer_id, offers.product_id, offers.warehouse_id, offers.on_hand - offers.reserved as free
    from offers join warehouses on warehouses.id = offers.warehouse_id join supply_routes on supply_routes.id = warehouses.supply_route_id
    where offers.product_id = any(${productIds}::integer[]) and offers.tracked
      and supply_routes.kind = 'own' and supply_routes.seller_id = ${sellerId}
    order by offers.id for update of offers`.execute(db)
  return rows
}

export interface OrderByClaim {
  seller_id: number
  contract_id: number
  contractor_id: number
  consignee_id: number
  client_number: string
  comment: string
  status: 'in_work' | 'on_hold'
  hold_reason: string
  expected_date: string
  lines_count: number
  total_kop: number
  vat_kop: number
  created_at: Date
}

export interface ClaimedLine {
  first_line_id: number
  warehouse_id: number
  qty: number
  price_kop: number
  sum_kop: number
  vat_rate: string
  vat_kop: number
}

/**
 * Inserts lines that repeat previously shipped ones, each as one part in its first state; returns their ids in order.
 */
export async function insertClaimedLines(
  db: Db,
  order: { id: number; expected: string; guaranteed: string },
  { state, reason, now }: { state: LineState; reason: string; now: Date },
  lines: readonly ClaimedLine[],
  author: Writer,
): Promise<number[]> {
  const { actor_id: actorId, subject_id: subjectId } = writtenBy(author)
  const { rows } = await sql<{ id: number }>`
    insert into order_lines (order_id, contractor_id, position, product_id, warehouse_id, brand, article, article_key,
      name, unit, qty, multiplicity, price_kop, purchase_kop, sum_kop, vat_rate, vat_kop, consignee_id, client_ref,
      vehicle_id, comment, replacement_policy, return_days, expected_date, guaranteed_date, actor_id, subject_id)
    select ${order.id}::integer, before.contractor_id, own.position, before.product_id, own.warehouse_id, before.brand,
      before.article, before.article_key, before.name, before.unit, own.qty, before.multiplicity, own.price_kop,
      offers.purchase_kop, own.sum_kop, own.vat_rate, own.vat_kop, before.consignee_id, before.client_ref,
      before.vehicle_id, '', 'only_this', before.return_days, ${order.expected}::date, ${order.guaranteed}::date, ${actorId}::integer,
      ${subjectId}::integer
    from unnest(${lines.map((line) => line.first_line_id)}::integer[], ${lines.map((line) => line.warehouse_id)}::integer[],
      ${lines.map((line) => line.qty)}::numeric[], ${lines.map((line) => line.price_kop)}::bigint[],
      ${lines.map((line) => line.sum_kop)}::bigint[], ${lines.map((line) => line.vat_rate)}::text[],
      ${lines.map((line) => line.vat_kop)}::bigint[])
      with ordinality as own (first_line_id, warehouse_id, qty, price_kop, sum_kop, vat_rate, vat_kop, position)
    join order_lines before on before.id = own.first_line_id
    join offers on offers.product_id = before.product_id and offers.warehouse_id = own.warehouse_id
    order by own.position
    returning id`.execute(db)
  const ids = rows.map(({ id }) => id)
  const quantities = lines.map((line) => line.qty)
  await sql`
    insert into order_line_allocations (line_id, state, qty)
    select line_id, ${state}, qty from unnest(${ids}::integer[], ${quantities}::numeric[]) as part (line_id, qty)`.execute(
    db,
  )
  await sql`
    insert into line_transitions (line_id, to_state, qty, reason, actor_id, subject_id, created_at)
    select line_id, ${state}, qty, ${reason}, ${actorId}::integer, ${subjectId}::integer, ${now}::timestamptz
    from unnest(${ids}::integer[], ${quantities}::numeric[]) as move (line_id, qty)`.execute(db)
  return ids
}
