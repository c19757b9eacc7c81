import { sql } from 'kysely'
import type { Db } from '../../../platform/db/index.ts'

/** Shipper and consignee with their requisites. */
export interface IntakeParties {
  seller_inn: string
  seller_kpp: string | null
  seller_address: string
  seller_ogrn: string
  director_title: string
  director: string
  accountant: string
  buyer_inn: string
  buyer_kpp: string | null
  buyer_address: string
  consignee_id: number
  consignee_legal_name: string | null
  contract_number: string
  contract_day: string
  upd_number: string | null
}

export async function selectIntakeParties(db: Db, shipmentId: number): Promise<IntakeParties> {
  const { rows } = await sql<IntakeParties>`
    select sellers.inn as seller_inn, sellers.kpp as seller_kpp, sellers.address as seller_address,
      sellers.ogrn as seller_ogrn, sellers.director_title, sellers.director, sellers.accountant,
      buyer.inn as buyer_inn, buyer.kpp as buyer_kpp, buyer.address as buyer_address,
      consignees.id as consignee_id, consignees.legal_name as consignee_legal_name,
      contracts.number as contract_number, contracts.signed_on as contract_day,
      shipments.external_number as upd_number
    from shipments
    join sellers on sellers.id = shipments.seller_id
    join contractors buyer on buyer.id = shipments.contractor_id
    join contracts on contracts.id = shipments.contract_id
    join consignees on consignees.id = shipments.consignee_id
    where shipments.id = ${shipmentId}`.execute(db)
  const [found] = rows
  if (!found) throw new Error(`shipment ${shipmentId} is not there`)
  return found
}

export interface PaymentOrder {
  number: string
  paid_on: string
}

const MAX_PAYMENTS = 20

/** Selects the payments before the shipment that name invoices of its orders, oldest first. */
export async function selectPrepayments(db: Db, shipmentId: number): Promise<PaymentOrder[]> {
  const { rows } = await sql<PaymentOrder>`
    select distinct paid.number, paid.paid_on
    from shipments
    join shipment_lines own on own.shipment_id = shipments.id
    join order_lines line on line.id = own.order_line_id
    join invoice_orders part on part.order_id = line.order_id
    join invoice_payment_orders paid on paid.invoice_id = part.invoice_id and paid.paid_on <= shipments.shipped_on
    where shipments.id = ${shipmentId}
    order by paid.paid_on, paid.number limit ${MAX_PAYMENTS}`.execute(db)
  return rows
}

/** Fields of a line needed only by the buyer's accounting. */
interface IntakeGoods {
  id: number
  vat_rate: string
  country: string | null
  gtd: string | null
  /** Buyer's own code of the product, the one stored last. */
  own_code: string | null
}

export async function selectIntakeGoods(db: Db, shipmentId: number): Promise<Map<number, IntakeGoods>> {
  const { rows } = await sql<IntakeGoods>`
    select own.id, own.vat_rate, products.country, products.gtd, (
        select code_key from own_codes
        where own_codes.product_id = line.product_id and own_codes.contractor_id = shipments.contractor_id
        order by updated_at desc, code_key limit 1
      ) as own_code
    from shipments
    join shipment_lines own on own.shipment_id = shipments.id
    join order_lines line on line.id = own.order_line_id
    join products on products.id = line.product_id
    where shipments.id = ${shipmentId} limit 1000`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}
