import { sql } from 'kysely'
import type { Db } from '../../platform/db/index.ts'
import { readableOrders, type Reader } from '../consignees/index.ts'
import type { InvoiceSnapshot } from './invoice.snapshot.ts'

/** All that an order's invoice needs of the order and its parties. */
export const selectOrderForInvoice = (db: Db, reader: Reader, orderId: number) =>
  db
    .selectFrom('orders')
    .innerJoin('sellers', 'sellers.id', 'orders.seller_id')
    .innerJoin('seller_accounts as account', (join) =>
      join.onRef('account.seller_id', '=', 'sellers.id').on('account.is_default', '=', true),
    )
    .innerJoin('contractors as buyer', 'buyer.id', 'orders.contractor_id')
    .innerJoin('contracts', 'contracts.id', 'orders.contract_id')
    .innerJoin('consignees', 'consignees.id', 'orders.consignee_id')
    .leftJoin('users as manager', 'manager.id', 'buyer.manager_id')
    .select([
      'orders.id',
      'orders.number',
      'orders.status',
      'orders.seller_id',
      'orders.contract_id',
      'orders.contractor_id',
      'sellers.name as seller_name',
      'sellers.inn as seller_inn',
      'sellers.kpp as seller_kpp',
      'sellers.address as seller_address',
      'sellers.phone as seller_phone',
      'sellers.director_title',
      'sellers.director',
      'sellers.accountant',
      'sellers.invoice_prefix',
      'account.bank_name',
      'account.bic',
      'account.correspondent_account',
      'account.account',
      'buyer.name as buyer_name',
      'buyer.inn as buyer_inn',
      'buyer.kpp as buyer_kpp',
      'buyer.address as buyer_address',
      'buyer.phone as buyer_phone',
      'contracts.number as contract_number',
      'contracts.signed_on',
      'contracts.prepayment_percent',
      'consignees.name as consignee_name',
      'consignees.legal_name as consignee_legal_name',
      'consignees.address as consignee_address',
      'manager.full_name as manager_name',
      'manager.phone as manager_phone',
    ])
    .select(sql<string>`coalesce(contracts.invoice_notice, sellers.invoice_notice)`.as('notice'))
    .where('orders.id', '=', orderId)
    .where(readableOrders(reader))
    .executeTakeFirst()
export type OrderForInvoice = NonNullable<Awaited<ReturnType<typeof selectOrderForInvoice>>>

/** Lines that are still to be paid, each with the quantity that was not refused or cancelled. */
export async function selectLivingLines(db: Db, orderId: number) {
  const { rows } = await sql<LivingLine>`
    select line.position, line.brand, line.article, line.name, line.unit, line.price_kop, line.vat_rate, line.client_ref,
      sum(part.qty) as qty
    from order_lines line join order_line_parts part on part.line_id = line.id
    where line.order_id = ${orderId} and part.state not in ('refused_supplier', 'cancelled_client', 'removed')
    group by line.id order by line.position`.execute(db)
  return rows
}
export interface LivingLine {
  position: number
  brand: string
  article: string
  name: string
  unit: string
  price_kop: number
  vat_rate: string
  client_ref: string
  qty: number
}

/** The next number of the seller's year, without gaps: the row stays locked until the document is written. */
export async function nextDocumentNumber(db: Db, sellerId: number, kind: string, year: number): Promise<number> {
  const { rows } = await sql<{ last: number }>`
    insert into document_numbers (seller_id, kind, year, last) values (${sellerId}, ${kind}, ${year}, 1)
    on conflict (seller_id, kind, year) do update set last = document_numbers.last + 1
    returning last`.execute(db)
  return rows[0]?.last ?? 1
}

/** Serialises two people who issue the invoice of one order at once. */
export const lockOrder = (db: Db, orderId: number) =>
  db.selectFrom('orders').select('id').where('id', '=', orderId).forUpdate().execute()

export interface NewInvoice {
  number: string
  seller_id: number
  contract_id: number
  contractor_id: number
  order_id: number
  issued_at: Date
  pay_until: string
  total_kop: number
  vat_kop: number
  snapshot: InvoiceSnapshot
  actor_id: number
  subject_id: number
}

export const insertInvoice = (db: Db, invoice: NewInvoice) =>
  db
    .insertInto('invoices')
    // As a text parameter cast by the server: the driver would store a ready JSON text as a jsonb string.
    .values({ ...invoice, snapshot: sql`${JSON.stringify(invoice.snapshot)}::text::jsonb` })
    .returning(['id', 'number'])
    .executeTakeFirstOrThrow()

/** The order's live invoice, the newest one. */
export const selectInvoiceOfOrder = (db: Db, reader: Reader, orderId: number) =>
  db
    .selectFrom('invoices')
    .innerJoin('orders', 'orders.id', 'invoices.order_id')
    .select([
      'invoices.id',
      'invoices.order_id',
      'invoices.number',
      'invoices.issued_at',
      'invoices.pay_until',
      'invoices.total_kop',
      'invoices.status',
      'orders.total_kop as order_total_kop',
      'orders.number as order_number',
      'orders.status as order_status',
    ])
    .select(sql<InvoiceSnapshot>`invoices.snapshot`.as('snapshot'))
    .select(
      sql<number>`coalesce((select paid_kop from invoice_payments where invoice_payments.invoice_id = invoices.id), 0)`.as(
        'paid_kop',
      ),
    )
    .where('invoices.order_id', '=', orderId)
    .where('invoices.status', 'not in', ['replaced', 'cancelled'])
    .where(readableOrders(reader))
    .orderBy('invoices.id', 'desc')
    .executeTakeFirst()

export const seesOrder = async (db: Db, reader: Reader, orderId: number): Promise<boolean> =>
  (await db
    .selectFrom('orders')
    .select('id')
    .where('id', '=', orderId)
    .where(readableOrders(reader))
    .executeTakeFirst()) !== undefined
