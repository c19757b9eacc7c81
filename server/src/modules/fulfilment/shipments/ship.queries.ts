import { keysOf } from '@artikul/contract/core/keys'
import { leavesByShipment } from '@artikul/contract/ordering/orders/line-transitions'
import { LINE_STATES, type LineState } from '@artikul/contract/ordering/orders/orders'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/index.ts'
import type { Writer } from '../../../platform/http/index.ts'
import { IS_COMING, MAY_LEAVE, OF_LINE } from './ready.queries.ts'

/** Line with all data of its shipment. */
export interface LineToShip {
  line_id: number
  order_id: number
  order_number: string
  brand: string
  article: string
  unit: string
  price_kop: number
  contract_id: number
  consignee_id: number
  /** True when the buyer wants the order shipped whole. */
  ship_complete: boolean
  is_pickup: boolean
  is_delivery: boolean
}

const WAITING_STATES = keysOf(LINE_STATES).filter((state) => leavesByShipment(state, 'shipped'))

export async function selectLinesToShip(db: Db, lineIds: readonly number[]): Promise<LineToShip[]> {
  const { rows } = await sql<LineToShip>`
    select line.id as line_id, orders.id as order_id, orders.number as order_number, line.brand, line.article, line.unit,
      line.price_kop, orders.contract_id, orders.consignee_id, orders.ship_complete, orders.is_pickup, line.is_delivery
    from order_lines line join orders on orders.id = line.order_id
    where line.id = any(${lineIds}::integer[]) order by orders.id, line.position`.execute(db)
  return rows
}

/** Selects the delivery charges of the lines' orders that have not left yet. */
export async function selectChargesToShip(db: Db, lineIds: readonly number[]) {
  const { rows } = await sql<{ line_id: number; state: LineState; qty: number }>`
    select part.line_id, part.state, part.qty
    from order_lines charge join order_line_allocations part on part.line_id = charge.id
    where charge.is_delivery and part.state = any(${WAITING_STATES}::text[])
      and charge.order_id in (select order_id from order_lines where id = any(${lineIds}::integer[]))`.execute(db)
  return rows
}

/** Selects the parts of the lines that may be shipped. */
export async function selectPartsHere(db: Db, lineIds: readonly number[]) {
  const { rows } = await sql<{ line_id: number; state: LineState; qty: number }>`
    select part.line_id, part.state, part.qty
    from order_line_allocations part join order_lines line on line.id = part.line_id
    join warehouses on warehouses.id = line.warehouse_id join supply_routes on supply_routes.id = warehouses.supply_route_id
    where part.line_id = any(${lineIds}::integer[]) and ${MAY_LEAVE}`.execute(db)
  return rows
}

/** Line with goods that have not left yet. */
export interface OpenLine {
  order_id: number
  line_id: number
  ready_qty: number
  is_coming: boolean
}

/** Selects the lines of the orders with goods that may be shipped or are still expected. */
export async function selectOpenLines(db: Db, orderIds: readonly number[]): Promise<OpenLine[]> {
  const { rows } = await sql<OpenLine>`
    select line.order_id, line.id as line_id, coalesce(sum(part.qty) filter (where ${MAY_LEAVE}), 0) as ready_qty,
      bool_or(${IS_COMING}) as is_coming
    from order_lines line ${OF_LINE} join order_line_allocations part on part.line_id = line.id
    where line.order_id = any(${orderIds}::integer[]) and ((${MAY_LEAVE}) or (${IS_COMING}))
    group by line.id`.execute(db)
  return rows
}

/** Selects the terms of the contracts with both parties. */
export const selectTerms = (db: Db, contractIds: readonly number[]) =>
  db
    .selectFrom('contracts')
    .innerJoin('sellers', 'sellers.id', 'contracts.seller_id')
    .innerJoin('contractors', 'contractors.id', 'contracts.contractor_id')
    .select([
      'contracts.id',
      'contracts.seller_id',
      'contracts.contractor_id',
      'contracts.prepayment_percent',
      'contracts.deferment_days',
      'contracts.deferment_from',
      'contracts.deferment_calendar',
      'contracts.limit_kop',
      'sellers.name as seller',
      'sellers.tax_regime',
      'sellers.invoice_prefix',
      'sellers.accounting_mode',
      'contractors.name as contractor',
      'contractors.stopped_reason',
    ])
    .select(
      sql<string>`'№ ' || contracts.number || ' от ' || to_char(contracts.signed_on, 'DD.MM.YYYY')`.as('contract'),
    )
    .where('contracts.id', 'in', contractIds)
    .execute()
export type ContractTerms = Awaited<ReturnType<typeof selectTerms>>[number]

/** Selects delivery points with their means of delivery. */
export const selectRunsOfPoint = (db: Db, consigneeIds: readonly number[]) =>
  db
    .selectFrom('consignees')
    .select(['id', 'name', 'carrier'])
    .select(sql<number | null>`case when carrier = '' then zone_id end`.as('zone_id'))
    .where('id', 'in', consigneeIds)
    .execute()
export type Way = Awaited<ReturnType<typeof selectRunsOfPoint>>[number]

export interface NewShipment {
  number: string
  seller_id: number
  contract_id: number
  contractor_id: number
  consignee_id: number
  shipped_on: string
  due_on: string
  accept_until: string
  delivery_run: string
  total_kop: number
  vat_kop: number
  created_at: Date
}

/** @returns undefined when the seller already has a shipment of this number */
export const insertShipment = (db: Db, shipment: NewShipment, author: Writer) =>
  db
    .insertInto('shipments')
    .values({ ...shipment, actor_id: author.actorId, subject_id: author.subjectId })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()

/** Stores the number of the УПД as the accounting system printed it. */
export const setUpdNumber = (db: Db, id: number, number: string) =>
  db.updateTable('shipments').set({ external_number: number }).where('id', '=', id).execute()

/** Clears the number of a УПД that the accounting system has withdrawn; the number of another УПД stays. */
export const withdrawUpdNumber = (db: Db, id: number, number: string) =>
  db
    .updateTable('shipments')
    .set({ external_number: null })
    .where('id', '=', id)
    .where('external_number', '=', number)
    .execute()

export const setDespiteReason = (db: Db, id: number, reason: string) =>
  db.updateTable('shipments').set({ despite_reason: reason }).where('id', '=', id).execute()

export interface NewShipmentLine {
  order_line_id: number
  qty: number
  price_kop: number
  sum_kop: number
  vat_rate: string
  vat_kop: number
}

/** Inserts the lines in order and returns their ids. */
export async function insertShipmentLines(db: Db, shipmentId: number, lines: readonly NewShipmentLine[]) {
  const { rows } = await sql<{ id: number; order_line_id: number }>`
    insert into shipment_lines (shipment_id, position, order_line_id, qty, price_kop, sum_kop, vat_rate, vat_kop)
    select ${shipmentId}::integer, position, order_line_id, qty, price_kop, sum_kop, vat_rate, vat_kop
    from unnest(${lines.map((line) => line.order_line_id)}::integer[], ${lines.map((line) => line.qty)}::numeric[],
      ${lines.map((line) => line.price_kop)}::bigint[], ${lines.map((line) => line.sum_kop)}::bigint[],
      ${lines.map((line) => line.vat_rate)}::text[], ${lines.map((line) => line.vat_kop)}::bigint[])
      with ordinality as line (order_line_id, qty, price_kop, sum_kop, vat_rate, vat_kop, position)
    returning id, order_line_id`.execute(db)
  return new Map(rows.map((row) => [row.order_line_id, row.id]))
}
