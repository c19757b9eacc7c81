import type { AccessScope } from '../../../platform/access/index.ts'
import { MAX_COUNTED_ORDERS } from '@artikul/contract/ordering/orders/order-lists'
import { LATE_STATES } from '@artikul/contract/ordering/orders/line-groups'
import { OrderStatus, type LineState } from '@artikul/contract/ordering/orders/orders'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../../platform/db/index.ts'
import { readableOrders } from '../../companies/index.ts'
import type { Slice } from './lines/lines-list.queries.ts'
import { CLAIM_OF_LINE } from './lines/claimed-goods.queries.ts'
import { visibleTo, type MatchedIds, type OrderSearchScope } from './lists/find-orders.queries.ts'
import type { OnBehalfRow } from './placing/on-behalf.queries.ts'
import type { PublishedOrder } from './publish-orders.ts'

export interface OrderListFilter {
  status?: OrderStatus | undefined
  sort?: '-created_at' | 'created_at' | '-total' | 'total' | undefined
  /** Orders found by a text; null without a text filter. */
  found: MatchedIds | null
}

const SORTS: Record<NonNullable<OrderListFilter['sort']>, RawBuilder<unknown>> = {
  '-created_at': sql`orders.created_at desc, orders.id desc`,
  created_at: sql`orders.created_at, orders.id`,
  '-total': sql`orders.total_kop desc, orders.id desc`,
  total: sql`orders.total_kop, orders.id`,
}

/** Sort orders for few orders, which no index supports. */
const SORTS_OF_FEW: Partial<typeof SORTS> = {
  '-total': sql`orders.total_kop + 0 desc, orders.id desc`,
  total: sql`orders.total_kop + 0, orders.id`,
}

function conditions(scope: OrderSearchScope, { found, status }: Omit<OrderListFilter, 'sort'>): RawBuilder<unknown> {
  const all: RawBuilder<unknown>[] = [visibleTo('orders', 'created_at', scope)]
  if (found !== null) all.push(sql`orders.id = any(${found.ids}::integer[])`)
  if (status) all.push(sql`orders.status = ${status}`)
  return sql.join(all, sql` and `)
}

export interface OrderRecord {
  id: number
  number: string
  client_number: string
  created_at: Date
  contractor_id: number
  contractor: string
  consignee: string
  status: OrderStatus
  lines_count: number
  total_kop: number
  expected_date: string
  has_invoice: boolean
}

/** Selects the order's own invoices in force and collective ones that include it. */
const invoicesInForce = (orderId: RawBuilder<unknown>) => sql`
  select invoices.id, invoices.number, invoices.issued_at, invoices.total_kop from (
    select own.id from invoices own where own.order_id = ${orderId}
    union all select part.invoice_id from invoice_orders part where part.order_id = ${orderId}
  ) of_order join invoices on invoices.id = of_order.id where invoices.status not in ('replaced', 'cancelled')`

const orderColumns = sql`
  orders.id, orders.number, orders.client_number, orders.created_at, orders.contractor_id, contractors.name as contractor,
  consignees.name as consignee, orders.status, orders.lines_count, orders.total_kop, orders.expected_date,
  exists (${invoicesInForce(sql.ref('orders.id'))}) as has_invoice`

const orderTables = sql`
  join contractors on contractors.id = orders.contractor_id
  join consignees on consignees.id = orders.consignee_id`

export type OrderMarks = Record<'late' | 'undecided', number>

/**
 * Counts the late lines and those waiting for the buyer's decision in each order; orders without such lines are absent.
 */
export async function selectMarks(db: Db, ids: readonly number[], today: string): Promise<Map<number, OrderMarks>> {
  const { rows } = await sql<OrderMarks & { order_id: number }>`
    select line.order_id,
      count(distinct line.id) filter (where part.state <> 'needs_confirm') as late,
      count(distinct line.id) filter (where part.state = 'needs_confirm') as undecided
    from order_lines line join order_line_allocations part on part.line_id = line.id
    where line.order_id = any(${ids}::integer[]) and (part.state = 'needs_confirm'
      or (part.state = any(${LATE_STATES}::text[]) and part.expected_date < ${today}::date))
    group by line.order_id`.execute(db)
  return new Map(rows.map(({ order_id, ...marks }) => [order_id, marks]))
}

/**
 * Selects a page of the list.
 * @param isFew true when the orders are few enough to be sorted directly
 */
export async function selectOrders(
  db: Db,
  scope: OrderSearchScope,
  filter: OrderListFilter,
  { size, offset }: Slice,
  isFew: boolean,
) {
  const by = SORTS[filter.sort ?? '-created_at']
  const inside = isFew ? (SORTS_OF_FEW[filter.sort ?? '-created_at'] ?? by) : by
  // The page is selected before any join.
  const { rows } = await sql<OrderRecord>`
    select ${orderColumns}
    from (select * from orders where ${conditions(scope, filter)} order by ${inside} limit ${size} offset ${offset}) as orders
    ${orderTables}
    order by ${by}`.execute(db)
  return rows
}

/** Counts the orders; a result above `limit` stands for any larger number. */
export async function countOrders(
  db: Db,
  scope: OrderSearchScope,
  filter: OrderListFilter,
  limit: number,
): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from (
      select from orders where ${conditions(scope, filter)} limit ${limit + 1}::integer) few`.execute(db)
  return rows[0]?.total ?? 0
}

/** Counts orders by status, each up to the limit of the counters. */
export async function countOrdersByStatus(db: Db, scope: OrderSearchScope, found: MatchedIds | null) {
  const { rows } = await (
    found === null
      ? sql<StatusCount>`
        select wanted.status, few.count from unnest(${OrderStatus.options}::text[]) as wanted (status)
        cross join lateral (
          select count(*) as count from (
            select from orders where orders.status = wanted.status and ${conditions(scope, { found })}
            limit ${MAX_COUNTED_ORDERS}::integer) counted
        ) few`
      : sql<StatusCount>`
        select status, least(count(*), ${MAX_COUNTED_ORDERS}::integer) as count from orders
        where ${conditions(scope, { found })} group by status`
  ).execute(db)
  return rows
}
interface StatusCount {
  status: OrderStatus
  count: number
}

export interface OrderDetails extends OrderRecord, OnBehalfRow {
  comment: string
  vat_kop: number
  hold_reason: string
  seller: string
  contract: string
  consignee_id: number
  consignee_address: string
  ship_complete: boolean
  external_number: string | null
  is_pickup: boolean
  /** Name of the program's key; empty for people. */
  api_key: string
}

/** Finds the identifying fields of an order that the reader may read. */
export async function findOrder(db: Db, reader: AccessScope, id: number): Promise<PublishedOrder | undefined> {
  const { rows } = await sql<PublishedOrder>`
    select id, number, contractor_id, consignee_id from orders where id = ${id} and ${readableOrders(reader)}`.execute(
    db,
  )
  return rows[0]
}

export async function selectOrder(db: Db, reader: AccessScope, id: number): Promise<OrderDetails | undefined> {
  const { rows } = await sql<OrderDetails>`
    select ${orderColumns}, orders.comment, orders.vat_kop, orders.hold_reason, sellers.name as seller,
      '№ ' || contracts.number || ' от ' || to_char(contracts.signed_on, 'DD.MM.YYYY') as contract,
      orders.consignee_id, consignees.address as consignee_address, orders.ship_complete, orders.external_number, orders.is_pickup,
      author.full_name as placed_by, orders.api_key,
      orders.actor_id, orders.subject_id, orders.confirmed_by, orders.confirmed_phone, orders.disputed_at
    from orders ${orderTables}
    join sellers on sellers.id = orders.seller_id
    join contracts on contracts.id = orders.contract_id
    join users author on author.id = orders.actor_id
    where orders.id = ${id} and ${readableOrders(reader)}`.execute(db)
  return rows[0]
}

/** Checks whether the reader may read the line; false also for another company's line. */
export async function isReadableLine(db: Db, reader: AccessScope, lineId: number): Promise<boolean> {
  const { rows } = await sql`
    select from order_lines line join orders on orders.id = line.order_id
    where line.id = ${lineId} and ${readableOrders(reader)}`.execute(db)
  return rows.length > 0
}

export const selectOrderLines = (db: Db, orderId: number) =>
  db
    .selectFrom('order_lines as line')
    .innerJoin('products', 'products.id', 'line.product_id')
    .innerJoin('warehouses', 'warehouses.id', 'line.warehouse_id')
    .select([
      'line.id',
      'line.position',
      'products.code as product_code',
      'line.brand',
      'line.article',
      'line.name',
      'line.unit',
      'line.qty',
      'line.price_kop',
      'line.sum_kop',
      'line.vat_rate',
      'line.vat_kop',
      'line.client_ref',
      'line.comment',
      'line.return_days',
      'warehouses.shown_as as warehouse',
      'line.expected_date',
      'line.guaranteed_date',
      'line.accepted_rise_kop',
      'line.accepted_delay_days',
      'line.is_delivery',
    ])
    .select(CLAIM_OF_LINE.as('claim'))
    .where('line.order_id', '=', orderId)
    .orderBy('line.position')
    .limit(1000)
    .execute()

export const selectParts = (db: Db, orderId: number) =>
  db
    .selectFrom('order_line_allocations as part')
    .innerJoin('order_lines as line', 'line.id', 'part.line_id')
    .leftJoin('shipment_lines', 'shipment_lines.id', 'part.shipment_line_id')
    .leftJoin('shipments', 'shipments.id', 'shipment_lines.shipment_id')
    .select(['part.line_id', 'part.state', 'part.qty', 'shipments.id as shipment_id', 'shipments.number'])
    .where('line.order_id', '=', orderId)
    .orderBy('part.id')
    .limit(10_000)
    .execute()

/** Selects the history of the lines, oldest entry first. */
export const selectMoves = (db: Db, lineIds: readonly number[]) =>
  db
    .selectFrom('line_transitions as move')
    .leftJoin('users', 'users.id', 'move.actor_id')
    .select([
      'move.line_id',
      'move.created_at',
      sql<string>`coalesce(users.full_name, case when move.by_supplier then 'Поставщик' else 'Портал' end)`.as('by'),
      'move.from_state',
      'move.to_state',
      'move.qty',
      'move.reason',
    ])
    .where('move.line_id', '=', sql<number>`any(${lineIds}::integer[])`)
    .orderBy('move.id')
    .limit(10_000)
    .execute()

/** States of a move; the table's CHECK and its writers allow no others. */
export const wayOf = (move: { from_state: string | null; to_state: string }) => ({
  from: move.from_state as LineState | null,
  to: move.to_state as LineState,
})

export async function selectInvoicesOfOrder(db: Db, orderId: number) {
  const { rows } = await sql<{ id: number; number: string; issued_at: Date; total_kop: number }>`
    ${invoicesInForce(sql`${orderId}::integer`)} order by invoices.id limit 100`.execute(db)
  return rows
}

/** Stores the number of the order in the seller's accounting system. */
export const setExternalNumber = (db: Db, id: number, number: string) =>
  db.updateTable('orders').set({ external_number: number }).where('id', '=', id).execute()
