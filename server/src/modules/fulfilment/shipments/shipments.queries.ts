import { pointsOf, type AccessScope } from '../../../platform/access/index.ts'
import type { ShipmentState } from '@artikul/contract/fulfilment/shipment-states'
import type { LineState } from '@artikul/contract/ordering/orders/orders'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../../platform/db/index.ts'
import type { Writer } from '../../../platform/http/index.ts'
import { literal } from '../../../platform/like.ts'
import type { Page } from '../../../platform/paging.ts'
import { CLAIM_OF_LINE } from '../../ordering/index.ts'

/** Limits shipments to those the person may read: of their company and available delivery points. */
function readable(reader: AccessScope) {
  if (reader === 'any') return sql<boolean>`true`
  const points = pointsOf(reader)
  const isOwn = sql<boolean>`shipments.contractor_id = ${reader.contractorId}`
  return points ? sql<boolean>`(${isOwn} and shipments.consignee_id = any(${points}::integer[]))` : isOwn
}

export interface ShipmentFilter {
  q?: string | undefined
  state?: ShipmentState | undefined
  consignee?: number | undefined
  contractor_id?: number | undefined
  from?: string | undefined
  to?: string | undefined
}

const IN_STATE: Record<ShipmentState, RawBuilder<unknown>> = {
  shipped: sql`shipments.received_on is null and shipments.cancelled_at is null`,
  received: sql`shipments.received_on is not null`,
  cancelled: sql`shipments.cancelled_at is not null`,
}

function conditions(reader: AccessScope, filter: ShipmentFilter): RawBuilder<unknown> {
  const all: RawBuilder<unknown>[] = [readable(reader)]
  if (filter.q) all.push(sql`reverse(shipments.number) like ${`${literal(Array.from(filter.q).reverse().join(''))}%`}`)
  if (filter.state) all.push(IN_STATE[filter.state])
  if (filter.consignee) all.push(sql`shipments.consignee_id = ${filter.consignee}`)
  if (filter.contractor_id) all.push(sql`shipments.contractor_id = ${filter.contractor_id}`)
  if (filter.from) all.push(sql`shipments.shipped_on >= ${filter.from}::date`)
  if (filter.to) all.push(sql`shipments.shipped_on <= ${filter.to}::date`)
  return sql.join(all, sql` and `)
}

const COLUMNS = sql`
  shipments.id, shipments.number, shipments.shipped_on, shipments.delivery_run, shipments.accept_until, shipments.total_kop,
  case when shipments.cancelled_at is not null then 'cancelled' when shipments.received_on is not null then 'received'
    else 'shipped' end as state,
  contractors.name as contractor, sellers.name as seller, consignees.name as consignee,
  (select count(*)::integer from shipment_lines where shipment_lines.shipment_id = shipments.id) as lines_count`

const TABLES = sql`
  join contractors on contractors.id = shipments.contractor_id
  join sellers on sellers.id = shipments.seller_id
  join consignees on consignees.id = shipments.consignee_id`

export interface ShipmentRow {
  id: number
  number: string
  shipped_on: string
  state: ShipmentState
  contractor: string
  seller: string
  consignee: string
  delivery_run: string
  lines_count: number
  total_kop: number
  accept_until: string
}

export async function selectShipments(db: Db, reader: AccessScope, filter: ShipmentFilter, page: Page) {
  const where = conditions(reader, filter)
  const order = sql`order by shipments.shipped_on desc, shipments.id desc`
  const [{ rows }, total] = await Promise.all([
    // The page is selected before any join.
    sql<ShipmentRow>`
      select ${COLUMNS}
      from (select * from shipments where ${where} ${order} limit ${page.size} offset ${page.offset}) as shipments
      ${TABLES} ${order}`.execute(db),
    sql<{ total: number }>`select count(*)::integer as total from shipments where ${where}`.execute(db),
  ])
  return { rows, total: total.rows[0]?.total ?? 0 }
}

export interface ShipmentDetails extends ShipmentRow {
  contract: string
  consignee_address: string
  vat_kop: number
  due_on: string
  created_at: Date
  made_by: string
  accounting_mode: string
  received_on: string | null
  received_by: string | null
  cancelled_at: Date | null
  cancelled_by: string | null
  cancel_reason: string
  despite_reason: string
}

export async function selectShipment(db: Db, reader: AccessScope, id: number): Promise<ShipmentDetails | undefined> {
  const { rows } = await sql<ShipmentDetails>`
    select ${COLUMNS}, '№ ' || contracts.number || ' от ' || to_char(contracts.signed_on, 'DD.MM.YYYY') as contract,
      consignees.address as consignee_address, shipments.vat_kop, shipments.due_on, shipments.created_at,
      author.full_name as made_by, sellers.accounting_mode, shipments.received_on, receiver.full_name as received_by,
      shipments.cancelled_at, canceller.full_name as cancelled_by, shipments.cancel_reason, shipments.despite_reason
    from shipments ${TABLES}
    join contracts on contracts.id = shipments.contract_id
    join users author on author.id = shipments.actor_id
    left join users receiver on receiver.id = shipments.receiver_id
    left join users canceller on canceller.id = shipments.canceller_id
    where shipments.id = ${id} and ${readable(reader)}`.execute(db)
  return rows[0]
}

export const selectShipmentLines = (db: Db, shipmentId: number) =>
  db
    .selectFrom('shipment_lines as own')
    .innerJoin('order_lines as line', 'line.id', 'own.order_line_id')
    .innerJoin('orders', 'orders.id', 'line.order_id')
    .innerJoin('products', 'products.id', 'line.product_id')
    .select(CLAIM_OF_LINE.as('claim'))
    .select([
      'own.id',
      'products.barcode',
      'own.position',
      'orders.id as order_id',
      'orders.number as order_number',
      'orders.client_number',
      'line.client_ref',
      'products.code as product_code',
      'line.brand',
      'line.article',
      'line.name',
      'line.unit',
      'own.qty',
      'own.price_kop',
      'own.vat_rate',
      'own.vat_kop',
      'own.sum_kop',
    ])
    .where('own.shipment_id', '=', shipmentId)
    .orderBy('own.position')
    .limit(1000)
    .execute()

export interface ShipmentWeight {
  /** Grams of the lines whose products have a weight. */
  grams: number
  /** Lines whose products have none. */
  unknown: number
}

export async function selectShipmentWeight(db: Db, shipmentId: number): Promise<ShipmentWeight> {
  const { rows } = await sql<ShipmentWeight>`
    select coalesce(round(sum(products.weight_g * own.qty)), 0)::float8 as grams,
      count(*) filter (where products.weight_g is null) as unknown
    from shipment_lines own
    join order_lines line on line.id = own.order_line_id
    join products on products.id = line.product_id
    where own.shipment_id = ${shipmentId}`.execute(db)
  return rows[0] ?? { grams: 0, unknown: 0 }
}

/** Selects and locks the shipment until the transaction ends, so that it cannot be accepted and cancelled at once. */
export async function lockShipment(db: Db, reader: AccessScope, id: number) {
  const { rows } = await sql<{
    id: number
    number: string
    contractor_id: number
    contract_id: number
    consignee_id: number
    shipped_on: string
    received_on: string | null
    cancelled_at: Date | null
  }>`
    select id, number, contractor_id, contract_id, consignee_id, shipped_on, received_on, cancelled_at
    from shipments where id = ${id} and ${readable(reader)} for update`.execute(db)
  return rows[0]
}
export type LockedShipment = NonNullable<Awaited<ReturnType<typeof lockShipment>>>

/** Read after the shipment is locked, so that a claim created during the wait is included. */
export async function selectObjections(db: Db, shipmentId: number) {
  const { rows } = await sql<{ has_claims: boolean; has_open_claims: boolean }>`
    select coalesce(bool_or(state not in ('withdrawn', 'declined')), false) as has_claims,
      coalesce(bool_or(ended_at is null), false) as has_open_claims
    from claims where shipment_id = ${shipmentId}`.execute(db)
  return rows[0] ?? { has_claims: false, has_open_claims: false }
}

/** Selects the current parts of the shipment's lines. */
export async function selectPartsOfShipment(db: Db, shipmentId: number) {
  const { rows } = await sql<{ line_id: number; shipment_line_id: number; state: LineState; qty: number }>`
    select part.line_id, own.id as shipment_line_id, part.state, part.qty
    from shipment_lines own
    join order_line_allocations part on part.line_id = own.order_line_id and part.shipment_line_id = own.id
    where own.shipment_id = ${shipmentId} order by own.position`.execute(db)
  return rows
}

export interface ShipmentReceipt {
  on: string
  at: Date
  by: Writer | null
  /** Due date, when it depends on the receipt. */
  dueOn: string | undefined
}

export const setReceived = (db: Db, id: number, { on, at, by, dueOn }: ShipmentReceipt) =>
  db
    .updateTable('shipments')
    .set({
      received_on: on,
      received_at: at,
      receiver_id: by?.actorId ?? null,
      received_for_id: by?.subjectId ?? null,
      ...(dueOn !== undefined && { due_on: dueOn }),
    })
    .where('id', '=', id)
    .execute()

export const setShipmentCancelled = (db: Db, id: number, input: { at: Date; by: number; reason: string }) =>
  db
    .updateTable('shipments')
    .set({ cancelled_at: input.at, canceller_id: input.by, cancel_reason: input.reason })
    .where('id', '=', id)
    .execute()

/** Selects the next shipments after the given one whose deadline for objections has passed without any. */
export const selectToAccept = (db: Db, { today, after, most }: { today: string; after: number; most: number }) =>
  db
    .selectFrom('shipments')
    .select('id')
    .where('received_on', 'is', null)
    .where('cancelled_at', 'is', null)
    .where('accept_until', '<', today)
    .where(
      sql<boolean>`not exists (select from claims where claims.shipment_id = shipments.id and claims.ended_at is null)`,
    )
    .where('id', '>', after)
    .orderBy('id')
    .limit(most)
    .execute()
