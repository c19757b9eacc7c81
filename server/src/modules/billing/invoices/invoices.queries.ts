import { sql } from 'kysely'
import type { Db } from '../../../platform/db/index.ts'

export interface OrderPart {
  order_id: number
  sum_kop: number
  before_kop: number
  order_total_kop: number
}
interface Place {
  invoice_id: number
  contractor_id: number
}

export const insertOrderParts = (tx: Db, place: Place, parts: readonly OrderPart[]) =>
  tx
    .insertInto('invoice_orders')
    .values(parts.map((part) => ({ ...place, ...part })))
    .execute()

export const insertShipmentParts = (tx: Db, place: Place, parts: readonly { shipment_id: number; sum_kop: number }[]) =>
  tx
    .insertInto('invoice_shipments')
    .values(parts.map((part) => ({ ...place, ...part })))
    .execute()

/** Selects the unpaid invoices in force that cover a single one of the orders. */
export async function selectOwnInvoices(tx: Db, orderIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from invoices where order_id = any(${orderIds}::integer[]) and status in ('unpaid', 'partly_paid')
    order by id`.execute(tx)
  return rows.map(({ id }) => id)
}
