import { pointsOf, type AccessScope } from '../../../platform/access/index.ts'
import type { VatRate } from '@artikul/contract/core/vat'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../../platform/db/index.ts'
import { literal } from '../../../platform/like.ts'
import { namedOfOrder, payableShipments, readableOrders, WAITS_FOR_RETURN } from '../../companies/index.ts'

interface Numbered {
  id: number
  number: string
}

export interface OrderSource {
  id: number
  number: string
  day: string
  consignee: string
  total_kop: number
  left_kop: number
  /** Own unpaid invoice in force. */
  invoice: Numbered | null
  /** Other collective invoice that is in force and unpaid. */
  taken_by: Numbered | null
  /** Sums of the remaining lines by VAT rate. */
  rates: { rate: VatRate; sum_kop: number }[]
}

const INVOICE_OPEN = sql`in ('unpaid', 'partly_paid')`

/** Sums of lines that are not refused, by VAT rate. */
const RATES = sql`
  select line.vat_rate, sum(round(line.price_kop * part.qty))::bigint as sum_kop
  from order_lines line join order_line_allocations part on part.line_id = line.id
  where line.order_id = orders.id and part.state not in ('refused_supplier', 'cancelled_client', 'removed')
  group by line.vat_rate`

/** Selection of the contract's orders: with `ids`, exactly those, paid or not. */
export interface RequestedGoods {
  contractId: number
  ids: readonly number[] | null
  most: number
  /** Invoices to ignore because the new one replaces them. */
  insteadOf: readonly number[]
}

const among = (column: RawBuilder<unknown>, ids: readonly number[] | null) =>
  ids === null ? sql`true` : sql`${column} = any(${ids}::integer[])`

/**
 * Selects orders that are not shipped completely, with the part of each that is neither paid by invoice nor owed as a
 * shipment; oldest first.
 */
export async function selectOrderSources(
  db: Db,
  reader: AccessScope,
  { contractId, ids, most, insteadOf }: RequestedGoods,
) {
  const { rows } = await sql<OrderSource>`
    select * from (
      select orders.id, orders.number, (orders.created_at at time zone 'Europe/Moscow')::date as day,
        consignees.name as consignee, orders.total_kop,
        greatest(orders.total_kop - greatest(coalesce(named.kop, 0), coalesce(gone.kop, 0)), 0)::bigint as left_kop,
        (select jsonb_build_object('id', own.id, 'number', own.number) from invoices own
          where own.order_id = orders.id and own.status ${INVOICE_OPEN} order by own.id desc limit 1) as invoice,
        (select jsonb_build_object('id', other.id, 'number', other.number)
          from invoice_orders part join invoices other on other.id = part.invoice_id
          where part.order_id = orders.id and other.status ${INVOICE_OPEN}
            and other.id <> all(${insteadOf}::integer[]) order by other.id desc limit 1) as taken_by,
        coalesce((select jsonb_agg(jsonb_build_object('rate', vat_rate, 'sum_kop', sum_kop) order by vat_rate desc)
          from (${RATES}) rates), '[]') as rates
      from orders join consignees on consignees.id = orders.consignee_id
      left join lateral (${namedOfOrder(sql.ref('orders.id'))}) named on true
      left join lateral (
        select sum(own.sum_kop) as kop from order_lines line
        join shipment_lines own on own.order_line_id = line.id join shipments on shipments.id = own.shipment_id
        where orders.status = 'partly_shipped' and line.order_id = orders.id and shipments.cancelled_at is null
      ) gone on true
      where orders.contract_id = ${contractId} and ${among(sql.ref('orders.id'), ids)}
        and orders.status not in ('shipped', 'done', 'cancelled')
        and not ${WAITS_FOR_RETURN} and ${readableOrders(reader)}
    ) source where ${ids === null ? sql`left_kop > 0` : sql`true`}
    order by id limit ${most}`.execute(db)
  return rows
}

export interface ShipmentSource {
  id: number
  number: string
  upd_number: string | null
  day: string
  due_on: string
  total_kop: number
  left_kop: number
  taken_by: Numbered | null
  rates: { rate: VatRate; sum_kop: number }[]
}

/** Selects unpaid shipments of the contract by the rules of debts, earliest due date first. */
export async function selectShipmentSources(
  db: Db,
  reader: AccessScope,
  { contractId, ids, most, insteadOf }: RequestedGoods,
) {
  const points = reader === 'any' ? null : pointsOf(reader)
  const { rows } = await sql<ShipmentSource>`
    with ${payableShipments(sql`contract_id = ${contractId}`)}
    select payable.id, payable.number, shipments.external_number as upd_number, payable.shipped_on as day,
      payable.due_on, payable.total_kop, payable.left_kop,
      (select jsonb_build_object('id', other.id, 'number', other.number)
        from invoice_shipments part join invoices other on other.id = part.invoice_id
        where part.shipment_id = payable.id and other.status ${INVOICE_OPEN}
          and other.id <> all(${insteadOf}::integer[]) order by other.id desc limit 1) as taken_by,
      (select jsonb_agg(jsonb_build_object('rate', vat_rate, 'sum_kop', sum_kop) order by vat_rate desc) from (
        select vat_rate, sum(sum_kop)::bigint as sum_kop from shipment_lines where shipment_id = payable.id
        group by vat_rate) rates) as rates
    from payable join shipments on shipments.id = payable.id
    where ${among(sql.ref('payable.id'), ids)} and ${ids === null ? sql`left_kop > 0` : sql`true`}
      and ${points === null ? sql`true` : sql`shipments.consignee_id = any(${points}::integer[])`}
    order by payable.due_on, payable.id limit ${most}`.execute(db)
  return rows
}

/** Locks the orders, so that concurrent invoices for them wait. */
export const lockOrders = (tx: Db, ids: readonly number[]) =>
  sql`select from orders where id = any(${ids}::integer[]) order by id for update`.execute(tx)

export const lockShipments = (tx: Db, ids: readonly number[]) =>
  sql`select from shipments where id = any(${ids}::integer[]) order by id for no key update`.execute(tx)

/** Selects the product and warehouse of stored offers. */
export const selectOfferPairs = (db: Db, ids: readonly number[]) =>
  db
    .selectFrom('offers')
    .select(['id', 'product_id', 'warehouse_id'])
    .where('id', '=', sql<number>`any(${ids}::integer[])`)
    .execute()

export interface InvoiceContractRow {
  id: number
  contractor_id: number
  number: string
  signed_on: string
  valid_to: string | null
  seller: string
  bank_name: string
  account: string
}

/** Selects contracts of the company with their bank accounts, main ones first. */
export const selectInvoiceContracts = (db: Db, contractorId: number): Promise<InvoiceContractRow[]> =>
  db
    .selectFrom('contracts')
    .innerJoin('sellers', 'sellers.id', 'contracts.seller_id')
    .innerJoin('seller_accounts as account', (join) =>
      join.onRef('account.seller_id', '=', 'sellers.id').on('account.is_default', '=', true),
    )
    .select([
      'contracts.id',
      'contracts.contractor_id',
      'contracts.number',
      'contracts.signed_on',
      'contracts.valid_to',
      'sellers.name as seller',
      'account.bank_name',
      'account.account',
    ])
    .where('contracts.contractor_id', '=', contractorId)
    .orderBy('contracts.is_default', 'desc')
    .orderBy('contracts.id', 'desc')
    .limit(200)
    .execute()

export const selectCompany = (db: Db, id: number) =>
  db.selectFrom('contractors').select(['id', 'name']).where('id', '=', id).executeTakeFirst()

const MAX_BUYERS = 20

/** Selects active buyers by a part of the name or the start of ИНН. */
export async function selectInvoiceBuyers(db: Db, typed: string) {
  const condition =
    typed === ''
      ? sql`true`
      : /^\d+$/.test(typed)
        ? sql`inn like ${`${literal(typed)}%`}`
        : sql`name ilike ${`%${literal(typed)}%`}`
  const { rows } = await sql<{ id: number; name: string; inn: string }>`
    select id, name, inn from contractors where status = 'active' and ${condition}
    order by name, id limit ${MAX_BUYERS}`.execute(db)
  return rows
}
