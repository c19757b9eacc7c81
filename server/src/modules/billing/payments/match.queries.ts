import { sql } from 'kysely'
import type { Db } from '../../../platform/db/index.ts'
import { INVOICE_OPEN, payableShipments } from '../../companies/index.ts'
import type { KnownBuyer, KnownInvoice } from './match.ts'

export interface OwnAccount {
  seller_id: number
  account: string
  inn: string
  prefix: string
}

/**
 * Selects the sellers' own accounts among those numbers; an account number that one seller has in two banks is returned
 * once.
 */
export async function selectOwnAccounts(db: Db, accounts: readonly string[]) {
  const { rows } = await sql<OwnAccount>`
    select distinct account.seller_id, account.account, sellers.inn, sellers.invoice_prefix as prefix
    from seller_accounts account join sellers on sellers.id = account.seller_id
    where account.account = any(${accounts}::text[]) order by account.seller_id limit 1000`.execute(db)
  return rows
}

const FOUND = sql`
  select invoices.id, invoices.number, invoices.seller_id, invoices.contract_id, invoices.contractor_id,
    buyer.name as contractor, buyer.inn, (invoices.issued_at at time zone 'Europe/Moscow')::date as issued_on,
    invoices.pay_until, invoices.total_kop,
    greatest(invoices.total_kop - coalesce(paid.paid_kop, 0), 0)::bigint as left_kop,
    invoices.status in ('replaced', 'cancelled') or coalesce(orders.status = 'cancelled', false) as is_closed
  from invoices
  join contractors buyer on buyer.id = invoices.contractor_id
  left join orders on orders.id = invoices.order_id
  left join lateral (
    select paid_kop from invoice_payments where invoice_payments.invoice_id = invoices.id
  ) paid on true`

export interface MatchInvoiceRow extends KnownInvoice {
  pay_until: string
  total_kop: number
}

/** Selects invoices of those sellers by number. */
export async function selectInvoicesByNumber(db: Db, numbers: readonly { seller_id: number; number: string }[]) {
  if (numbers.length === 0) return []
  const { rows } = await sql<MatchInvoiceRow>`
    ${FOUND} join unnest(${numbers.map((one) => one.seller_id)}::integer[], ${numbers.map((one) => one.number)}::text[])
      as asked (seller_id, number) on asked.seller_id = invoices.seller_id and asked.number = invoices.number`.execute(
    db,
  )
  return rows
}

export async function selectInvoicesByIds(db: Db, ids: readonly number[]) {
  if (ids.length === 0) return []
  const { rows } = await sql<MatchInvoiceRow>`${FOUND} where invoices.id = any(${ids}::integer[])`.execute(db)
  return rows
}

/**
 * Selects the buyer's unpaid invoices, earliest due date first. A shipped order is paid as its shipment, by any money
 * that covers it: its invoice stays unpaid as long as the shipment.
 */
export async function selectOpenInvoices(db: Db, contractorId: number, most: number) {
  const { rows } = await sql<MatchInvoiceRow>`
    with ${payableShipments(sql`contractor_id = ${contractorId}`)},
    owed as (
      select distinct line.order_id from payable join shipment_lines own on own.shipment_id = payable.id
      join order_lines line on line.id = own.order_line_id where left_kop > 0
    )
    ${FOUND} where invoices.contractor_id = ${contractorId} and invoices.status in ('unpaid', 'partly_paid')
      and coalesce(orders.status <> 'cancelled', true)
      and (${INVOICE_OPEN} or orders.id in (select order_id from owed))
    order by invoices.pay_until, invoices.id limit ${most}`.execute(db)
  return rows
}

/** Selects active buyers by ИНН, with their contracts. */
export async function selectBuyersByInn(db: Db, inns: readonly string[]) {
  if (inns.length === 0) return []
  const { rows } = await sql<KnownBuyer>`
    select buyer.id, buyer.name, buyer.inn, coalesce((
      select jsonb_agg(jsonb_build_object('id', contracts.id, 'seller_id', contracts.seller_id)
        order by contracts.is_default desc, contracts.id desc)
      from contracts where contracts.contractor_id = buyer.id
    ), '[]'::jsonb) as contracts
    from contractors buyer where buyer.inn = any(${inns}::text[]) and buyer.status = 'active'`.execute(db)
  return rows
}

export interface MatchContractRow {
  id: number
  number: string
  contractor_id: number
  seller_id: number
  seller: string
  accounting_mode: '1c' | 'portal'
}

const contracts = (db: Db) =>
  db
    .selectFrom('contracts')
    .innerJoin('sellers', 'sellers.id', 'contracts.seller_id')
    .select([
      'contracts.id',
      'contracts.number',
      'contracts.contractor_id',
      'contracts.seller_id',
      'sellers.name as seller',
    ])
    .select(sql<'1c' | 'portal'>`sellers.accounting_mode`.as('accounting_mode'))
    .limit(200)

export const selectContractsToMatch = (db: Db, ids: readonly number[]): Promise<MatchContractRow[]> =>
  contracts(db).where('contracts.id', 'in', ids).execute()

export const selectContractsOfPayers = (db: Db, contractorId: number): Promise<MatchContractRow[]> =>
  contracts(db)
    .where('contracts.contractor_id', '=', contractorId)
    .orderBy('contracts.is_default', 'desc')
    .orderBy('contracts.id', 'desc')
    .execute()

export const selectBuyer = (db: Db, id: number) =>
  db.selectFrom('contractors').select(['id', 'name', 'inn', 'status']).where('id', '=', id).executeTakeFirst()

export const selectSeller = (db: Db, id: number) =>
  db.selectFrom('sellers').select(['id', 'name', 'invoice_prefix']).where('id', '=', id).executeTakeFirstOrThrow()

/** Selects the order's invoices that still wait for money, the oldest first. */
export const selectInvoiceIdsOfOrder = async (db: Db, orderId: number) =>
  (
    await db
      .selectFrom('invoices')
      .select('id')
      .where('order_id', '=', orderId)
      .where('status', 'in', ['unpaid', 'partly_paid'])
      .orderBy('id')
      .execute()
  ).map(({ id }) => id)
