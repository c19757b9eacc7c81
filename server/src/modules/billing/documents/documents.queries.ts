import { pointsOf, type AccessScope } from '../../../platform/access/index.ts'
import type { InvoiceBasis } from '@artikul/contract/billing/invoice-basis'
import type { InvoiceKind, ListedInvoiceState } from '@artikul/contract/billing/invoices'
import { sql, type RawBuilder } from 'kysely'
import { json, type Db } from '../../../platform/db/index.ts'
import { INVOICE_AWAITED, readableOrders } from '../../companies/index.ts'
import type { InvoiceSnapshot } from './invoice-snapshot.ts'

/**
 * Selects the parties of a contract with all fields that an invoice prints. The caller checks access to the contract.
 */
export const selectInvoiceParties = (db: Db, contractId: number) =>
  db
    .selectFrom('contracts')
    .innerJoin('sellers', 'sellers.id', 'contracts.seller_id')
    .innerJoin('seller_accounts as account', (join) =>
      join.onRef('account.seller_id', '=', 'sellers.id').on('account.is_default', '=', true),
    )
    .innerJoin('contractors as buyer', 'buyer.id', 'contracts.contractor_id')
    .leftJoin('users as manager', 'manager.id', 'buyer.manager_id')
    .select([
      'contracts.id as contract_id',
      'contracts.seller_id',
      'contracts.contractor_id',
      'sellers.tax_regime',
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
      'contracts.valid_to',
      'contracts.prepayment_percent',
      'manager.full_name as manager_name',
      'manager.phone as manager_phone',
    ])
    .select(sql<string>`coalesce(contracts.invoice_notice, sellers.invoice_notice)`.as('notice'))
    .where('contracts.id', '=', contractId)
    .executeTakeFirst()
export type InvoiceParties = NonNullable<Awaited<ReturnType<typeof selectInvoiceParties>>>

/** Selects the order's fields for its invoice. */
export const selectOrderForInvoice = (db: Db, reader: AccessScope, orderId: number) =>
  db
    .selectFrom('orders')
    .innerJoin('consignees', 'consignees.id', 'orders.consignee_id')
    .select([
      'orders.id',
      'orders.number',
      'orders.contract_id',
      'orders.contractor_id',
      'orders.consignee_id',
      'consignees.name as consignee_name',
      'consignees.legal_name as consignee_legal_name',
      'consignees.address as consignee_address',
    ])
    .where('orders.id', '=', orderId)
    .where(readableOrders(reader))
    .executeTakeFirst()

/** Selects lines that are still to be paid, with the quantity that was neither refused nor cancelled. */
export async function selectLivingLines(db: Db, orderId: number) {
  const { rows } = await sql<InvoiceableLine>`
    select line.position, line.brand, line.article, line.name, line.unit, line.price_kop, line.vat_rate, line.client_ref,
      sum(part.qty) as qty
    from order_lines line join order_line_allocations part on part.line_id = line.id
    where line.order_id = ${orderId} and part.state not in ('refused_supplier', 'cancelled_client', 'removed')
    group by line.id order by line.position`.execute(db)
  return rows
}
export interface InvoiceableLine {
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

/** Returns the next number of the seller's year, without gaps: the row stays locked until the document is written. */
export async function nextDocumentNumber(db: Db, sellerId: number, kind: string, year: number): Promise<number> {
  const { rows } = await sql<{ last: number }>`
    insert into document_numbers (seller_id, kind, year, last) values (${sellerId}, ${kind}, ${year}, 1)
    on conflict (seller_id, kind, year) do update set last = document_numbers.last + 1
    returning last`.execute(db)
  return rows[0]?.last ?? 1
}

/** Locks the order, so that two people cannot issue its invoice at the same time. */
export const lockOrderForInvoice = (db: Db, orderId: number) =>
  db.selectFrom('orders').select('id').where('id', '=', orderId).forUpdate().execute()

export interface NewOrderInvoice {
  number: string
  seller_id: number
  contract_id: number
  contractor_id: number
  kind: InvoiceKind
  /** Order of the invoice; null for an invoice of several orders. */
  order_id: number | null
  asked: InvoiceBasis | null
  issued_at: Date
  pay_until: string
  total_kop: number
  vat_kop: number
  snapshot: InvoiceSnapshot
  /** Null when the portal issued the invoice itself. */
  actor_id: number | null
  subject_id: number | null
}

export const insertInvoice = (db: Db, invoice: NewOrderInvoice) =>
  db
    .insertInto('invoices')
    // Passed as a text parameter with a cast on the server: the driver would store a serialised JSON text as a jsonb
    // string.
    .values({
      ...invoice,
      snapshot: json(invoice.snapshot),
      asked: invoice.asked && json(invoice.asked),
    })
    .returning(['id', 'number'])
    .executeTakeFirstOrThrow()

/** Limits invoices to points by their orders and shipments; invoices without any concern the whole company. */
export const invoicesAtPoints = (points: readonly number[]) => sql<boolean>`case
  when invoices.kind = 'order' then exists (select from orders own where own.id = invoices.order_id
    and own.consignee_id = any(${points}::integer[]))
  else not exists (select from invoice_orders part join orders own on own.id = part.order_id
    where part.invoice_id = invoices.id and own.consignee_id <> all(${points}::integer[]))
  and not exists (select from invoice_shipments part join shipments own on own.id = part.shipment_id
    where part.invoice_id = invoices.id and own.consignee_id <> all(${points}::integer[])) end`

const readable = (reader: AccessScope) => {
  if (reader === 'any') return sql<boolean>`true`
  const points = pointsOf(reader)
  return sql<boolean>`invoices.contractor_id = ${reader.contractorId}
    and ${points ? invoicesAtPoints(points) : sql`true`}`
}

export interface InvoiceRecord {
  id: number
  kind: InvoiceKind
  number: string
  contractor_id: number
  order_id: number | null
  orders: { id: number; number: string }[]
  issued_at: Date
  pay_until: string
  total_kop: number
  status: Exclude<ListedInvoiceState, 'overdue'>
  snapshot: InvoiceSnapshot
  asked: InvoiceBasis | null
  replaced_by: { id: number; number: string } | null
  paid_kop: number
  is_awaited: boolean
  /** First order whose total has changed since. */
  changed: { number: string; total_kop: number } | null
}

async function selectInvoiceWhere(db: Db, reader: AccessScope, where: RawBuilder<unknown>) {
  const { rows } = await sql<InvoiceRecord>`
    select invoices.id, invoices.kind, invoices.number, invoices.contractor_id, invoices.order_id,
      invoices.issued_at, invoices.pay_until, invoices.total_kop,
      invoices.status, invoices.snapshot, invoices.asked, own.orders, own.changed,
      (select jsonb_build_object('id', later.id, 'number', later.number) from invoices later
        where later.id = invoices.replaced_by_id) as replaced_by,
      coalesce((select paid_kop from invoice_payments where invoice_payments.invoice_id = invoices.id), 0) as paid_kop,
      ${INVOICE_AWAITED} as is_awaited
    from invoices cross join lateral (
      select coalesce(jsonb_agg(jsonb_build_object('id', one.id, 'number', one.number) order by one.id), '[]') as orders,
        (jsonb_agg(jsonb_build_object('number', one.number, 'total_kop', one.total_kop) order by one.id)
          filter (where one.total_kop <> one.asked_kop)) -> 0 as changed
      from (
        select orders.id, orders.number, orders.total_kop, invoices.total_kop as asked_kop
        from orders where orders.id = invoices.order_id
        union all
        select orders.id, orders.number, orders.total_kop, part.order_total_kop
        from invoice_orders part join orders on orders.id = part.order_id where part.invoice_id = invoices.id
      ) one
    ) own
    where ${where} and ${readable(reader)}
    order by invoices.id desc limit 1`.execute(db)
  return rows[0]
}

/** Selects an invoice of any kind and state. */
export const selectInvoice = (db: Db, reader: AccessScope, id: number) =>
  selectInvoiceWhere(db, reader, sql`invoices.id = ${id}`)

/** Selects the invoice in force that covers the order: its own, or the newest collective one. */
export const selectInvoiceOfOrder = (db: Db, reader: AccessScope, orderId: number) =>
  selectInvoiceWhere(
    db,
    reader,
    sql`invoices.id in (
      select id from invoices where order_id = ${orderId}
      union all select invoice_id from invoice_orders where order_id = ${orderId}
    ) and invoices.status not in ('replaced', 'cancelled')`,
  )

export const seesOrder = async (db: Db, reader: AccessScope, orderId: number): Promise<boolean> =>
  (await db
    .selectFrom('orders')
    .select('id')
    .where('id', '=', orderId)
    .where(readableOrders(reader))
    .executeTakeFirst()) !== undefined

/** Ends invoices that were replaced by another or cancelled. */
export const endInvoices = (tx: Db, ids: readonly number[], replacedById: number | null) =>
  sql`
    update invoices set status = ${replacedById === null ? 'cancelled' : 'replaced'}, replaced_by_id = ${replacedById}
    where id = any(${ids}::integer[])`.execute(tx)

/** Locks invoices in a fixed order before payments are distributed over them. */
export const lockInvoices = (tx: Db, ids: readonly number[]) =>
  sql`select id from invoices where id = any(${ids}::integer[]) order by id for update`.execute(tx)

/** Updates the paid sums of the invoices from the payments posted to them. */
export const settleInvoices = (tx: Db, ids: readonly number[]) =>
  sql`
    update invoices set status = paid.status from (
      select own.id, case when coalesce(paid_kop, 0) >= total_kop then 'paid' when paid_kop > 0 then 'partly_paid'
        else 'unpaid' end as status
      from invoices own left join lateral (
        select paid_kop from invoice_payments where invoice_payments.invoice_id = own.id
      ) paid on true
      where own.id = any(${ids}::integer[])
    ) paid
    where invoices.id = paid.id and invoices.status not in ('replaced', 'cancelled')
      and invoices.status <> paid.status`.execute(tx)
