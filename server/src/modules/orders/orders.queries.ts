import { articleKey } from '@artikul/contract/article'
import type { LineState, OrderStatus } from '@artikul/contract/orders'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../platform/db/index.ts'
import { literal } from '../../platform/like.ts'
import type { Page } from '../../platform/paging.ts'
import { readableOrders, type Reader } from '../consignees/index.ts'
import type { OnBehalfRow } from './orders.on-behalf.queries.ts'

export interface OrderFilter {
  q?: string | undefined
  status?: OrderStatus | undefined
  consignee?: number | undefined
  contractor_id?: number | undefined
  from?: string | undefined
  to?: string | undefined
  sort?: '-created_at' | 'created_at' | '-total' | 'total' | undefined
}

const SORTS: Record<NonNullable<OrderFilter['sort']>, RawBuilder<unknown>> = {
  '-created_at': sql`orders.created_at desc, orders.id desc`,
  created_at: sql`orders.created_at, orders.id`,
  '-total': sql`orders.total_kop desc, orders.id desc`,
  total: sql`orders.total_kop, orders.id`,
}

/** By the tail of the number, the client's own number, «Ваша пометка» or an article. */
function matches(text: string): RawBuilder<unknown> {
  const digits = text.replace(/[^0-9-]/g, '')
  const tail = Array.from(digits).reverse().join('')
  const like = `%${literal(text)}%`
  return sql`(
    (${digits} <> '' and reverse(orders.number) like ${`${tail}%`})
    or (orders.client_number <> '' and orders.client_number ilike ${like})
    or exists (select 1 from order_lines line where line.order_id = orders.id
      and (line.article_key = ${articleKey(text)} or (line.client_ref <> '' and line.client_ref ilike ${like})))
  )`
}

function conditions(reader: Reader, filter: OrderFilter): RawBuilder<unknown> {
  const all: RawBuilder<unknown>[] = [readableOrders(reader)]
  if (filter.q) all.push(matches(filter.q))
  if (filter.status) all.push(sql`orders.status = ${filter.status}`)
  if (filter.consignee) all.push(sql`orders.consignee_id = ${filter.consignee}`)
  if (filter.contractor_id) all.push(sql`orders.contractor_id = ${filter.contractor_id}`)
  if (filter.from) all.push(sql`orders.created_at >= (${filter.from}::date)::timestamp at time zone 'Europe/Moscow'`)
  if (filter.to) all.push(sql`orders.created_at < (${filter.to}::date + 1)::timestamp at time zone 'Europe/Moscow'`)
  return sql.join(all, sql` and `)
}

export interface OrderRow {
  id: number
  number: string
  client_number: string
  created_at: Date
  contractor: string
  consignee: string
  status: OrderStatus
  lines_count: number
  total_kop: number
  expected_date: string
  has_invoice: boolean
}

const orderColumns = sql`
  orders.id, orders.number, orders.client_number, orders.created_at, contractors.name as contractor,
  consignees.name as consignee, orders.status, orders.lines_count, orders.total_kop, orders.expected_date,
  exists (select 1 from invoices where invoices.order_id = orders.id) as has_invoice`

const orderTables = sql`
  join contractors on contractors.id = orders.contractor_id
  join consignees on consignees.id = orders.consignee_id`

export async function selectOrders(db: Db, reader: Reader, filter: OrderFilter, page: Page) {
  const where = conditions(reader, filter)
  const [{ rows }, total] = await Promise.all([
    // The page is chosen before anything is joined to it.
    sql<OrderRow>`
      select ${orderColumns}
      from (select * from orders where ${where} order by ${SORTS[filter.sort ?? '-created_at']}
            limit ${page.size} offset ${page.offset}) as orders
      ${orderTables}
      order by ${SORTS[filter.sort ?? '-created_at']}`.execute(db),
    sql<{ total: number }>`select count(*) as total from orders where ${where}`.execute(db),
  ])
  return { rows, total: total.rows[0]?.total ?? 0 }
}

export interface OrderDetails extends OrderRow, OnBehalfRow {
  comment: string
  vat_kop: number
  hold_reason: string
  seller: string
  contract: string
  consignee_address: string
}

export async function selectOrder(db: Db, reader: Reader, id: number): Promise<OrderDetails | undefined> {
  const { rows } = await sql<OrderDetails>`
    select ${orderColumns}, orders.comment, orders.vat_kop, orders.hold_reason, sellers.name as seller,
      '№ ' || contracts.number || ' от ' || to_char(contracts.signed_on, 'DD.MM.YYYY') as contract,
      consignees.address as consignee_address, author.full_name as placed_by,
      orders.actor_id, orders.subject_id, orders.told_by, orders.told_phone, orders.disputed_at
    from orders ${orderTables}
    join sellers on sellers.id = orders.seller_id
    join contracts on contracts.id = orders.contract_id
    join users author on author.id = orders.actor_id
    where orders.id = ${id} and ${readableOrders(reader)}`.execute(db)
  return rows[0]
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
    ])
    .where('line.order_id', '=', orderId)
    .orderBy('line.position')
    .limit(1000)
    .execute()

export const selectParts = (db: Db, orderId: number) =>
  db
    .selectFrom('order_line_parts as part')
    .innerJoin('order_lines as line', 'line.id', 'part.line_id')
    .leftJoin('shipment_lines', 'shipment_lines.id', 'part.shipment_line_id')
    .leftJoin('shipments', 'shipments.id', 'shipment_lines.shipment_id')
    .select(['part.line_id', 'part.state', 'part.qty', 'shipments.id as shipment_id', 'shipments.number'])
    .where('line.order_id', '=', orderId)
    .orderBy('part.id')
    .limit(10_000)
    .execute()

export const selectMoves = (db: Db, orderId: number) =>
  db
    .selectFrom('line_moves as move')
    .innerJoin('order_lines as line', 'line.id', 'move.line_id')
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
    .where('line.order_id', '=', orderId)
    .orderBy('move.id')
    .limit(10_000)
    .execute()

/** The states of a move; the table's CHECK and its writers allow no others. */
export const wayOf = (move: { from_state: string | null; to_state: string }) => ({
  from: move.from_state as LineState | null,
  to: move.to_state as LineState,
})

export const selectInvoicesOfOrder = (db: Db, orderId: number) =>
  db
    .selectFrom('invoices')
    .select(['id', 'number', 'issued_at', 'total_kop'])
    .where('order_id', '=', orderId)
    .orderBy('id')
    .limit(100)
    .execute()
