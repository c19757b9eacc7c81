import { articleKey } from '@artikul/contract/catalog/article'
import type { LineState, OrderStatus } from '@artikul/contract/ordering/orders/orders'
import { sql } from 'kysely'
import type { Db } from '../../../../platform/db/index.ts'
import { writtenBy, type Writer } from '../../../../platform/http/index.ts'
import { DELIVERY_PRODUCT } from '../../../catalog/index.ts'
import type { OrderByClaim } from '../lines/claimed-goods.queries.ts'
import type { PlannedOrder } from './plan-orders.ts'

export interface NewOrder {
  plan: PlannedOrder
  status: OrderStatus
}

export interface PlacingTerms {
  contractorId: number
  clientNumber: string
  comment: string
  toldBy: string
  toldPhone: string
  /** Cart lines whose orders are shipped whole. */
  shipComplete: ReadonlySet<number>
  /** Ends of reservations: while waiting for payment, and under a credit hold. */
  heldUntil: { awaiting_payment: Date; on_hold: Date; open: null }
  year: number
  now: Date
}

/** `26-000123`: last two digits of the year, then a running number. */
const nextNumber = (year: number) =>
  sql<string>`${String(year % 100)} || '-' || to_char(nextval('order_number'), 'FM999999000000')`

/**
 * Inserts orders and returns their ids and numbers in the given order: `insert … values` preserves the order of its
 * rows.
 */
export const insertOrders = (db: Db, orders: NewOrder[], terms: PlacingTerms, author: Writer) =>
  db
    .insertInto('orders')
    .values(
      orders.map(({ plan, status }) => ({
        number: nextNumber(terms.year),
        seller_id: plan.contract.seller_id,
        contract_id: plan.contract.id,
        contractor_id: terms.contractorId,
        consignee_id: plan.consigneeId,
        client_number: terms.clientNumber,
        comment: terms.comment,
        confirmed_by: terms.toldBy,
        confirmed_phone: terms.toldPhone,
        status,
        hold_reason: plan.outcome.reason,
        expected_date: plan.expectedDate,
        lines_count: plan.lines.length + (plan.delivery?.charge_kop ? 1 : 0),
        total_kop: plan.totalKop,
        vat_kop: plan.vatKop,
        ship_complete: plan.lines.every(({ line }) => terms.shipComplete.has(line.id)),
        is_pickup: plan.delivery?.is_pickup ?? false,
        reserved_until: terms.heldUntil[plan.outcome.state],
        actor_id: author.actorId,
        subject_id: author.subjectId,
        api_key: author.apiKey ?? '',
        created_at: terms.now,
      })),
    )
    .returning(['id', 'number'])
    .execute()

/** Inserts an order under a claim, numbered as all orders are. */
export const insertClaimedOrder = (db: Db, author: Writer, year: number, order: OrderByClaim) =>
  db
    .insertInto('orders')
    .values({ ...order, ...writtenBy(author), number: nextNumber(year) })
    .returning(['id', 'number'])
    .executeTakeFirstOrThrow()

type Column = [name: string, type: string, values: unknown[]]

/** Inserts any number of lines in one statement: columns are passed as arrays. */
async function insertColumns(db: Db, table: string, columns: Column[]) {
  const names = sql.join(columns.map(([name]) => sql.ref(name)))
  const arrays = sql.join(columns.map(([, type, values]) => sql`${values}::${sql.raw(type)}[]`))
  return sql<{ id: number }>`
    insert into ${sql.table(table)} (${names}) select * from unnest(${arrays}) returning id`.execute(db)
}

/** Converts rows to the columns of `insertColumns`. */
const columnsOf =
  <Row>(rows: readonly Row[]) =>
  (name: string, type: string, pick: (row: Row) => unknown): Column => [name, type, rows.map(pick)]

/** Builds the line of the delivery charge, a service in the order's last position; empty when delivery is free. */
function deliveryLinesOf({ lines, delivery, outcome, expectedDate }: PlannedOrder) {
  const [first] = lines
  if (!first || !delivery?.charge_kop || delivery.productId === null) return []
  const { charge_kop: sumKop, vatRate, vatKop, productId } = delivery
  const state: LineState = outcome.state === 'open' ? 'reserved' : outcome.state
  return [
    {
      isDelivery: true,
      line: {
        ...DELIVERY_PRODUCT,
        product_id: productId,
        article_key: articleKey(DELIVERY_PRODUCT.article),
        warehouse_id: first.line.warehouse_id,
        qty: 1,
        consignee_id: first.line.consignee_id,
        client_ref: '',
        vehicle_id: null,
        comment: '',
        replacement_policy: 'only_this',
        answer_id: null,
        special_kop: null,
        replaces_line_id: null,
      },
      priced: {
        offer: {
          multiplicity: 1,
          price_kop: sumKop,
          return_days: 0,
          expected_date: expectedDate,
          guaranteed_date: first.priced.offer.guaranteed_date,
        },
        purchaseKop: 0,
        floorKop: null,
      },
      ...{ sumKop, vatRate, vatKop, state, reason: '' },
      acceptedChange: { rise_kop: 0, delay_days: 0 },
    },
  ]
}

/** Inserts the lines of the orders and returns them with their ids. */
export async function insertOrderLines(
  db: Db,
  orders: { id: number; plan: PlannedOrder }[],
  contractorId: number,
  author: Writer,
) {
  const all = orders.flatMap(({ id, plan }) =>
    [...plan.lines, ...deliveryLinesOf(plan)].map((planned, index) => ({
      ...planned,
      orderId: id,
      position: index + 1,
    })),
  )
  const column = columnsOf(all)
  const { rows } = await insertColumns(db, 'order_lines', [
    column('order_id', 'integer', (item) => item.orderId),
    column('contractor_id', 'integer', () => contractorId),
    column('position', 'integer', (item) => item.position),
    column('product_id', 'integer', (item) => item.line.product_id),
    column('warehouse_id', 'integer', (item) => item.line.warehouse_id),
    column('brand', 'text', (item) => item.line.brand),
    column('article', 'text', (item) => item.line.article),
    column('article_key', 'text', (item) => item.line.article_key),
    column('name', 'text', (item) => item.line.name),
    column('unit', 'text', (item) => item.line.unit),
    column('qty', 'numeric', (item) => item.line.qty),
    column('multiplicity', 'numeric', (item) => item.priced.offer.multiplicity),
    column('price_kop', 'bigint', (item) => item.priced.offer.price_kop),
    column('purchase_kop', 'bigint', (item) => item.priced.purchaseKop),
    column('floor_kop', 'bigint', (item) => item.priced.floorKop),
    column('sum_kop', 'bigint', (item) => item.sumKop),
    column('vat_rate', 'text', (item) => item.vatRate),
    column('vat_kop', 'bigint', (item) => item.vatKop),
    column('consignee_id', 'integer', (item) => item.line.consignee_id),
    column('client_ref', 'text', (item) => item.line.client_ref),
    column('vehicle_id', 'integer', (item) => item.line.vehicle_id),
    column('comment', 'text', (item) => item.line.comment),
    column('replacement_policy', 'text', (item) => item.line.replacement_policy),
    column('return_days', 'integer', (item) => item.priced.offer.return_days),
    column('expected_date', 'date', (item) => item.priced.offer.expected_date),
    column('guaranteed_date', 'date', (item) => item.priced.offer.guaranteed_date),
    column('accepted_rise_kop', 'bigint', (item) => item.acceptedChange.rise_kop),
    column('accepted_delay_days', 'integer', (item) => item.acceptedChange.delay_days),
    column('answer_id', 'integer', (item) => item.line.answer_id),
    column('is_promised', 'boolean', (item) => String(item.line.special_kop !== null)),
    column('is_delivery', 'boolean', (item) => String('isDelivery' in item)),
    column('replaces_line_id', 'integer', (item) => item.line.replaces_line_id),
    column('actor_id', 'integer', () => author.actorId),
    column('subject_id', 'integer', () => author.subjectId),
  ])
  // `insert … select` preserves the order of its rows, so the n-th id belongs to the n-th line.
  return all.map((planned, index) => ({ ...planned, id: rows[index]?.id ?? 0 }))
}
export type WrittenLine = Awaited<ReturnType<typeof insertOrderLines>>[number]

/** Inserts each line as one part in its first state. */
export function insertFirstParts(db: Db, lines: readonly WrittenLine[]) {
  const column = columnsOf(lines)
  return insertColumns(db, 'order_line_allocations', [
    column('line_id', 'integer', ({ id }) => id),
    column('state', 'text', ({ state }) => state),
    column('qty', 'numeric', ({ line }) => line.qty),
  ])
}

/** Inserts the first history entry of each line. */
export function insertFirstMoves(db: Db, lines: readonly WrittenLine[], author: Writer, now: Date) {
  const column = columnsOf(lines)
  return insertColumns(db, 'line_transitions', [
    column('line_id', 'integer', ({ id }) => id),
    column('to_state', 'text', ({ state }) => state),
    column('qty', 'numeric', ({ line }) => line.qty),
    column('reason', 'text', ({ reason }) => reason),
    column('actor_id', 'integer', () => author.actorId),
    column('subject_id', 'integer', () => author.subjectId),
    column('created_at', 'timestamptz', () => now),
  ])
}
