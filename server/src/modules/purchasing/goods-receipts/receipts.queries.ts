import type { ShortageChoice } from '@artikul/contract/purchasing/goods-receipts'
import type { ReceiptState } from '@artikul/contract/purchasing/receipt-states'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/index.ts'
import { literal } from '../../../platform/like.ts'
import type { Page } from '../../../platform/paging.ts'
import type { ReceiptFileLine } from './read-receipt-file.ts'

export interface ReceiptRow {
  id: number
  version: number
  supply_route_id: number
  source: string
  seller: string
  number: string
  made_on: string
  state: ReceiptState
  shortage: ShortageChoice | null
  warehouse_id: number | null
  warehouse: string | null
  cancel_reason: string
  lines_count: number
  counted_count: number
  short_count: number
  surplus_count: number
  created_at: Date
  created_by: string
  posted_at: Date | null
  posted_by: string | null
}

export interface ReceiptFilter {
  supply_route_id?: number | undefined
  state?: ReceiptState | undefined
  q?: string | undefined
}

const matching = ({ supply_route_id, state, q }: ReceiptFilter) => sql`
  ${supply_route_id === undefined ? sql`true` : sql`receipt.supply_route_id = ${supply_route_id}`}
  and ${state === undefined ? sql`true` : sql`receipt.state = ${state}`}
  and ${q ? sql`reverse(receipt.number) like ${`${literal(Array.from(q).toReversed().join(''))}%`}` : sql`true`}`

const SHOWN = sql`
  receipt.*, supply_routes.name as source, sellers.name as seller, warehouses.id as warehouse_id,
  warehouses.name as warehouse, author.full_name as created_by, poster.full_name as posted_by, counts.*`

const JOINED = sql`
  join supply_routes on supply_routes.id = receipt.supply_route_id
  join sellers on sellers.id = supply_routes.seller_id
  join users author on author.id = receipt.actor_id
  left join users poster on poster.id = receipt.poster_id
  left join warehouses on warehouses.id = receipt.surplus_warehouse_id
  cross join lateral (
    select count(*)::int as lines_count, count(line.counted_qty)::int as counted_count,
      (count(*) filter (where line.counted_qty < line.qty))::int as short_count,
      (count(*) filter (where line.counted_qty > line.qty or line.surplus_qty > 0))::int as surplus_count
    from goods_receipt_lines line where line.receipt_id = receipt.id
  ) counts`

export async function selectReceipts(db: Db, filter: ReceiptFilter, { size, offset }: Page) {
  const { rows } = await sql<ReceiptRow>`
    select ${SHOWN} from (
      select * from goods_receipts receipt where ${matching(filter)} order by id desc limit ${size} offset ${offset}
    ) receipt ${JOINED} order by receipt.id desc`.execute(db)
  const counted = await sql<{ total: number }>`
    select count(*)::int as total from goods_receipts receipt where ${matching(filter)}`.execute(db)
  return { rows, total: counted.rows[0]?.total ?? 0 }
}

export async function selectReceipt(db: Db, id: number): Promise<ReceiptRow | undefined> {
  const { rows } = await sql<ReceiptRow>`
    select ${SHOWN} from goods_receipts receipt ${JOINED} where receipt.id = ${id}`.execute(db)
  return rows[0]
}

/** Locks the receipt until the transaction ends, so that two devices count one after the other. */
export const lockReceipt = (db: Db, id: number) =>
  db
    .selectFrom('goods_receipts')
    .select(['id', 'supply_route_id', 'number', 'state', 'version', 'surplus_warehouse_id'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

export interface ReceiptLineRow {
  id: number
  position: number
  brand: string
  article: string
  name: string
  qty: number
  price_kop: number | null
  counted_qty: number | null
  surplus_qty: number
  is_stocked: boolean
}

export const selectReceiptLines = (db: Db, receiptId: number): Promise<ReceiptLineRow[]> =>
  db
    .selectFrom('goods_receipt_lines')
    .select(['id', 'position', 'brand', 'article', 'name', 'qty', 'price_kop', 'counted_qty', 'surplus_qty'])
    .select('is_stocked')
    .where('receipt_id', '=', receiptId)
    .orderBy('position')
    .execute()

export interface PostedPart {
  receipt_line_id: number
  supplier_line_id: number
  /** Null for goods that entered own stock, as are the order and the promise. */
  order_line_id: number | null
  from_state: string
  order_id: number | null
  order_number: string | null
  contractor: string | null
  product_id: number | null
  stock_warehouse_id: number | null
  warehouse: string | null
  qty: number
  ordered_kop: number
  guaranteed_date: string | null
}

/** Selects the orders that received the goods of a posted receipt, oldest promise first. */
export async function selectPosted(db: Db, receiptId: number): Promise<PostedPart[]> {
  const { rows } = await sql<PostedPart>`
    select part.receipt_line_id, part.supplier_line_id, part.order_line_id, part.from_state, part.qty,
      orders.id as order_id, orders.number as order_number, contractors.name as contractor,
      coalesce(asked.confirmed_kop, asked.purchase_kop) as ordered_kop, own.guaranteed_date, asked.product_id,
      asked.stock_warehouse_id, warehouses.name as warehouse
    from goods_receipt_lines line
    join goods_receipt_parts part on part.receipt_line_id = line.id
    join supplier_order_lines asked on asked.id = part.supplier_line_id
    left join order_lines own on own.id = part.order_line_id
    left join orders on orders.id = own.order_id
    left join contractors on contractors.id = orders.contractor_id
    left join warehouses on warehouses.id = asked.stock_warehouse_id
    where line.receipt_id = ${receiptId}
    order by line.position, own.guaranteed_date, orders.created_at, part.supplier_line_id`.execute(db)
  return rows
}

/** Sums up the quantities of clients' lines in the states, by line and state. */
export async function selectAwaitedOrders(db: Db, lineIds: readonly number[], states: readonly string[]) {
  const { rows } = await sql<{ line_id: number; state: string; qty: number }>`
    select line_id, state, qty from order_line_allocations
    where line_id = any(${lineIds}::integer[]) and state = any(${states}::text[]) and shipment_line_id is null`.execute(
    db,
  )
  return rows
}

export const selectReceiptSupplier = (db: Db, id: number) =>
  db
    .selectFrom('supply_routes')
    .select(['id', 'name'])
    .where('id', '=', id)
    .where('kind', '<>', 'own')
    .executeTakeFirst()

export const selectOwnWarehouses = (db: Db) =>
  db
    .selectFrom('warehouses')
    .innerJoin('supply_routes', 'supply_routes.id', 'warehouses.supply_route_id')
    .select(['warehouses.id', 'warehouses.name'])
    .where('supply_routes.kind', '=', 'own')
    .orderBy('warehouses.name')
    .execute()

/** @returns undefined when the supplier already has a receipt of this number in the year */
export const insertReceipt = async (
  db: Db,
  receipt: { supply_route_id: number; number: string; made_on: string; actor_id: number; created_at: Date },
) => {
  const { rows } = await sql<{ id: number }>`
    insert into goods_receipts (supply_route_id, number, made_on, actor_id, created_at)
    values (${receipt.supply_route_id}, ${receipt.number}, ${receipt.made_on}, ${receipt.actor_id}, ${receipt.created_at})
    on conflict (supply_route_id, upd_number_key(number), (extract(year from made_on))) where state <> 'cancelled' do nothing
    returning id`.execute(db)
  return rows[0]
}

export const insertReceiptLines = async (
  db: Db,
  receiptId: number,
  lines: readonly (ReceiptFileLine & { counted_qty?: number })[],
): Promise<{ id: number }[]> => {
  const { rows } = await sql<{ id: number }>`
    insert into goods_receipt_lines (receipt_id, position, brand, article, name, qty, price_kop, counted_qty)
    select ${receiptId}, last.position + given.place, given.brand, given.article, given.name, given.qty, given.price_kop,
      given.counted_qty
    from unnest(${lines.map((line) => line.brand)}::text[], ${lines.map((line) => line.article)}::text[],
      ${lines.map((line) => line.name)}::text[], ${lines.map((line) => line.qty)}::numeric[],
      ${lines.map((line) => line.price_kop)}::bigint[], ${lines.map((line) => line.counted_qty ?? null)}::numeric[])
      with ordinality as given (brand, article, name, qty, price_kop, counted_qty, place)
    cross join (
      select coalesce(max(position), 0) as position from goods_receipt_lines where receipt_id = ${receiptId}
    ) last
    returning id`.execute(db)
  return rows
}

export const deleteReceiptLines = (db: Db, receiptId: number) =>
  db.deleteFrom('goods_receipt_lines').where('receipt_id', '=', receiptId).execute()

export const deleteLine = (db: Db, receiptId: number, id: number) =>
  db
    .deleteFrom('goods_receipt_lines')
    .where('receipt_id', '=', receiptId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()

export const setCounted = (db: Db, receiptId: number, id: number, qty: number | null) =>
  db
    .updateTable('goods_receipt_lines')
    .set({ counted_qty: qty })
    .where('receipt_id', '=', receiptId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()

export const countAsWritten = (db: Db, receiptId: number) =>
  sql`update goods_receipt_lines set counted_qty = qty where receipt_id = ${receiptId} and counted_qty is null`.execute(
    db,
  )

/** Increases the version, which posting compares with the one shown. */
export const touchReceipt = (db: Db, id: number) =>
  sql`update goods_receipts set version = version + 1 where id = ${id}`.execute(db)

/** Selects products by their articles or by the barcode on the box. */
export async function selectReceiptProducts(db: Db, articleKeys: readonly string[], barcode = '') {
  const { rows } = await sql<{ id: number; brand_id: number; article_key: string; name: string }>`
    select products.id, products.brand_id, products.article_key, products.name from products
    where products.article_key = any(${articleKeys}::text[]) or products.barcode = ${barcode === '' ? null : barcode}
    order by products.id limit 20000`.execute(db)
  return rows
}

/** Sums up the total quantities that suppliers are to deliver by their lines. */
export async function selectOrderedOf(db: Db, ids: readonly number[]) {
  const { rows } = await sql<{ id: number; asked_qty: number }>`
    select id, coalesce(confirmed_qty, qty) as asked_qty from supplier_order_lines
    where id = any(${ids}::integer[]) order by id`.execute(db)
  return rows
}

/** Selects the supplier orders whose goods the receipt contains. */
export async function selectSupplierOrders(db: Db, receiptId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct asked.supplier_order_id as id
    from goods_receipt_lines line
    join goods_receipt_parts part on part.receipt_line_id = line.id
    join supplier_order_lines asked on asked.id = part.supplier_line_id
    where line.receipt_id = ${receiptId}`.execute(db)
  return rows.map(({ id }) => id)
}
