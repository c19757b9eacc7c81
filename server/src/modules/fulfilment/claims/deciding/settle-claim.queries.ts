import type { LineState } from '@artikul/contract/ordering/orders/orders'
import type { VatRate } from '@artikul/contract/core/vat'
import { sql, type Insertable } from 'kysely'
import type { Db, DB } from '../../../../platform/db/index.ts'
import { writtenBy, type Writer } from '../../../../platform/http/index.ts'

export interface LineToSettle {
  id: number
  shipment_line_id: number
  /** Line that was billed: the line itself or, for goods delivered later, the original one. */
  billed_line_id: number
  billed_shipment_id: number
  order_line_id: number
  qty: number
  asked_kop: number | null
  withheld_percent: number
  accepted_qty: number | null
  received_qty: number | null
  brand: string
  article: string
  unit: string
  is_own_stock: boolean
  shipped_qty: number
  /** Price after the last correction. */
  price_kop: number
  sum_kop: number
  vat_rate: VatRate
  credited_qty: number
  gone_kop: number
}

/** Selects the lines of the claim with their prices after all previous corrections. */
export async function selectLinesToSettle(db: Db, claimId: number): Promise<LineToSettle[]> {
  const { rows } = await sql<LineToSettle>`
    select own.id, own.shipment_line_id, billed.id as billed_line_id, billed.shipment_id as billed_shipment_id,
      shipped.order_line_id, own.qty, own.asked_kop, own.withheld_percent, own.accepted_qty, own.received_qty, line.brand,
      line.article, line.unit, supply_routes.kind = 'own' as is_own_stock, shipped.qty as shipped_qty,
      coalesce(corrected.price_kop, billed.price_kop) as price_kop, billed.sum_kop, billed.vat_rate,
      coalesce(corrected.qty, 0) as credited_qty, coalesce(corrected.kop, 0)::bigint as gone_kop
    from claim_lines own
    join shipment_lines shipped on shipped.id = own.shipment_line_id
    join order_lines line on line.id = shipped.order_line_id
    left join claim_supplies supply on supply.order_line_id = line.id
    join shipment_lines billed on billed.id = coalesce(supply.billed_line_id, shipped.id)
    join warehouses on warehouses.id = line.warehouse_id
    join supply_routes on supply_routes.id = warehouses.supply_route_id
    left join lateral (
      select sum(made.qty) as qty, sum(made.sum_kop + made.withheld_kop) as kop,
        (array_agg(made.price_kop order by made.id desc) filter (where made.price_kop is not null))[1] as price_kop
      from correction_lines made where made.shipment_line_id = billed.id
    ) corrected on true
    where own.claim_id = ${claimId} order by own.position`.execute(db)
  return rows
}

/** Locks the shipment of a claim, so that corrections of its lines are calculated one after another. */
export const lockShipmentToCorrect = (db: Db, id: number) =>
  db.selectFrom('shipments').select('cancelled_at').where('id', '=', id).forUpdate().executeTakeFirstOrThrow()

export interface ShippedPart {
  shipment_line_id: number
  state: LineState
  qty: number
}

/** Selects the parts of the lines, received ones before those in transit. */
export async function selectShippedParts(db: Db, lines: readonly LineToSettle[]): Promise<ShippedPart[]> {
  const { rows } = await sql<ShippedPart>`
    select part.shipment_line_id, part.state, part.qty
    from order_line_allocations part
    join unnest(${lines.map((line) => line.order_line_id)}::integer[],
      ${lines.map((line) => line.shipment_line_id)}::integer[]) as own (line_id, shipment_line_id)
      on part.line_id = own.line_id and part.shipment_line_id = own.shipment_line_id
    where part.state in ('issued', 'shipped') order by part.state`.execute(db)
  return rows
}

export const selectAccountingMode = (db: Db, sellerId: number) =>
  db
    .selectFrom('sellers')
    .select(['accounting_mode', 'invoice_prefix', 'name'])
    .where('id', '=', sellerId)
    .executeTakeFirstOrThrow()

/** @returns undefined when the seller already has a correction of this number */
export const insertCorrection = (
  db: Db,
  author: Writer,
  correction: Omit<Insertable<DB['corrections']>, 'actor_id' | 'subject_id'>,
) =>
  db
    .insertInto('corrections')
    .values({ ...correction, ...writtenBy(author) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()

export const insertCorrectionLines = (db: Db, lines: readonly Insertable<DB['correction_lines']>[]) =>
  db.insertInto('correction_lines').values(lines).execute()

export const insertSupplies = (db: Db, supplies: readonly Insertable<DB['claim_supplies']>[]) =>
  db.insertInto('claim_supplies').values(supplies).execute()
