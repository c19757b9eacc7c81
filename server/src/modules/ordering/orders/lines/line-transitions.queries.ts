import type { AccessScope } from '../../../../platform/access/index.ts'
import type { LineState, OrderStatus } from '@artikul/contract/ordering/orders/orders'
import type { VatRate } from '@artikul/contract/core/vat'
import { sql } from 'kysely'
import type { Db } from '../../../../platform/db/index.ts'
import { changeStock } from '../../../suppliers/index.ts'
import type { Writer } from '../../../../platform/http/index.ts'
import { readableOrders } from '../../../companies/index.ts'
import type { PublishedOrder } from '../publish-orders.ts'

/** Selects the lines of an order that the reader may read. */
export async function selectReadableLines(db: Db, reader: AccessScope, orderId: number) {
  const { rows } = await sql<{ id: number; is_delivery: boolean }>`
    select line.id, line.is_delivery from orders join order_lines line on line.order_id = orders.id
    where orders.id = ${orderId} and ${readableOrders(reader)}`.execute(db)
  return rows
}

export interface LastMove {
  line_id: number
  from_state: LineState | null
  to_state: LineState
  qty: number
  actor_id: number | null
  created_at: Date
}

/** Selects the transitions of each line's last act. */
export async function selectLastMoves(db: Db, lineIds: readonly number[]): Promise<LastMove[]> {
  const { rows } = await sql<LastMove>`
    select line_id, from_state, to_state, qty, actor_id, created_at from line_transitions last
    where line_id = any(${lineIds}::integer[])
      and created_at = (
        select created_at from line_transitions own where own.line_id = last.line_id order by own.id desc limit 1)`.execute(
    db,
  )
  return rows
}

/** Locks the orders of the lines in a fixed order, so that concurrent moves of their parts wait. */
export async function lockOrdersOf(db: Db, lineIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from orders where id in (select order_id from order_lines where id = any(${lineIds}::integer[]))
    order by id for update`.execute(db)
  return rows.map(({ id }) => id)
}

/** Locks one order and returns the columns that its limits depend on. */
export const lockOrderOfLines = (db: Db, id: number) =>
  db
    .selectFrom('orders')
    .select(['id', 'contract_id', 'contractor_id', 'consignee_id', 'number', 'hold_reason'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

export interface PartRow {
  order_id: number
  line_id: number
  price_kop: number
  vat_rate: VatRate
  is_delivery: boolean
  state: LineState
  qty: number
  /** Shipment line that contains and moves the part; null before shipping. */
  shipment_line_id: number | null
}

/** Selects all parts of the orders. */
export async function selectPartsOf(db: Db, orderIds: readonly number[]): Promise<PartRow[]> {
  const { rows } = await sql<PartRow>`
    select line.order_id, line.id as line_id, line.price_kop, line.vat_rate, line.is_delivery, part.state, part.qty,
      part.shipment_line_id
    from order_lines line join order_line_allocations part on part.line_id = line.id
    where line.order_id = any(${orderIds}::integer[])`.execute(db)
  return rows
}

/** Selects and locks the parts of the lines until the transaction ends. */
export async function lockParts(db: Db, lineIds: readonly number[]): Promise<PartRow[]> {
  const orderIds = await lockOrdersOf(db, lineIds)
  const lines = new Set(lineIds)
  return (await selectPartsOf(db, orderIds)).filter((part) => lines.has(part.line_id))
}

export interface LeftPart {
  line_id: number
  state: LineState
  shipment_line_id: number | null
  /** New quantity; 0 deletes the part. */
  qty: number
}

/** Writes the new quantities of parts. */
export async function writeParts(db: Db, parts: readonly LeftPart[]) {
  const rows = sql`unnest(${parts.map((part) => part.line_id)}::integer[], ${parts.map((part) => part.state)}::text[],
    ${parts.map((part) => part.shipment_line_id)}::integer[], ${parts.map((part) => part.qty)}::numeric[])
    as left_part (line_id, state, shipment_line_id, qty)`
  await sql`
    delete from order_line_allocations part using ${rows}
    where part.line_id = left_part.line_id and part.state = left_part.state
      and part.shipment_line_id is not distinct from left_part.shipment_line_id and left_part.qty = 0`.execute(db)
  await sql`
    insert into order_line_allocations (line_id, state, shipment_line_id, qty)
    select line_id, state, shipment_line_id, qty from ${rows} where qty > 0
    on conflict (line_id, state, shipment_line_id) do update set qty = excluded.qty`.execute(db)
}

export interface MoveRow {
  lineId: number
  from: LineState
  to: LineState
  qty: number
  reason: string
}
export interface MoveAuthor {
  author: Writer | null
  bySupplier: boolean
  now: Date
}

export const insertMoves = (db: Db, moves: readonly MoveRow[], { author, bySupplier, now }: MoveAuthor) =>
  sql`
    insert into line_transitions (line_id, from_state, to_state, qty, reason, by_supplier, actor_id, subject_id, created_at)
    select line_id, from_state, to_state, qty, reason, ${bySupplier}::boolean, ${author?.actorId ?? null}::integer,
      ${author?.subjectId ?? null}::integer, ${now}::timestamptz
    from unnest(${moves.map((move) => move.lineId)}::integer[], ${moves.map((move) => move.from)}::text[],
      ${moves.map((move) => move.to)}::text[], ${moves.map((move) => move.qty)}::numeric[],
      ${moves.map((move) => move.reason)}::text[]) as move (line_id, from_state, to_state, qty, reason)`.execute(db)

export interface OrderTotals {
  id: number
  status: OrderStatus
  totalKop: number
  vatKop: number
  /** True when the reservation waits for payment and therefore has an end date. */
  isReserved: boolean
  /** True when goods are on hold; the hold has an end date unless a manager set it manually, which leaves no reason. */
  isOnHold: boolean
  /** True when a part is on hold or may return to it after a change approval, so the hold reason is kept. */
  isHeld: boolean
}

/** Order as published in domain events, with the fields that its waits depend on. */
export interface CountedOrder extends PublishedOrder {
  hold_reason: string
  prepayment_percent: number
}

const idsOf = (orders: readonly OrderTotals[], which: 'isReserved' | 'isOnHold' | 'isHeld') =>
  sql`any(${orders.filter((order) => order[which]).map(({ id }) => id)}::integer[])`

export async function updateTotals(db: Db, orders: readonly OrderTotals[]): Promise<CountedOrder[]> {
  const { rows } = await sql<CountedOrder>`
    update orders set status = now.status, total_kop = now.total_kop, vat_kop = now.vat_kop, version = version + 1,
      hold_reason = case when orders.id = ${idsOf(orders, 'isHeld')} then orders.hold_reason else '' end,
      reserved_until = case when orders.id = ${idsOf(orders, 'isReserved')}
        or orders.id = ${idsOf(orders, 'isOnHold')} and orders.hold_reason <> '' then orders.reserved_until end
    from unnest(${orders.map((order) => order.id)}::integer[], ${orders.map((order) => order.status)}::text[],
      ${orders.map((order) => order.totalKop)}::bigint[], ${orders.map((order) => order.vatKop)}::bigint[]) as now (id, status, total_kop, vat_kop)
    where orders.id = now.id
    returning orders.id, orders.number, orders.contractor_id, orders.consignee_id, orders.hold_reason,
      (select prepayment_percent from contracts where contracts.id = orders.contract_id) as prepayment_percent`.execute(
    db,
  )
  return rows
}

export interface StockMove {
  line_id: number
  /** Quantity that is no longer reserved; negative when it is reserved again. */
  released: number
  /** Quantity that has left the warehouse; negative when it has returned. */
  shipped: number
}

/** Updates the stock of the offers from which the lines were ordered; a delivery charge has none. */
export function moveStock(db: Db, moves: readonly StockMove[]) {
  const moved = sql`
    select line.product_id, line.warehouse_id, sum(move.released) as released, sum(move.gone) as gone,
      max(line.purchase_kop) as purchase_kop
    from unnest(${moves.map((move) => move.line_id)}::integer[], ${moves.map((move) => move.released)}::numeric[],
      ${moves.map((move) => move.shipped)}::numeric[]) as move (line_id, released, gone)
    join order_lines line on line.id = move.line_id and not line.is_delivery group by 1, 2`
  return changeStock(
    db,
    moved,
    moves.some(({ shipped }) => shipped < 0),
  )
}

/**
 * Locks the offers from which the lines were ordered before any lock that others wait for, because an import may block
 * them for long.
 */
export const lockStockOf = (db: Db, lineIds: readonly number[]) =>
  sql`
    select from offers join (
      select distinct product_id, warehouse_id from order_lines where id = any(${lineIds}::integer[])
    ) as taken on taken.product_id = offers.product_id and taken.warehouse_id = offers.warehouse_id
    order by offers.id for update of offers`.execute(db)
