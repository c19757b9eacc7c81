import type { CompanyDocument } from '@artikul/contract/billing/documents'
import type { DocumentKind } from '@artikul/contract/billing/document-kinds'
import type { ListedInvoiceState } from '@artikul/contract/billing/invoices'
import { MAX_LISTED_ORDERS } from '@artikul/contract/ordering/orders/order-lists'
import type { ShipmentState } from '@artikul/contract/fulfilment/shipment-states'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../../platform/db/index.ts'
import { literal } from '../../../platform/like.ts'
import type { Page } from '../../../platform/paging.ts'
import { INVOICE_AWAITED } from '../../companies/index.ts'
import { invoicesAtPoints } from './documents.queries.ts'

/** Scope of the documents. */
interface DocumentScope {
  contractorId: number
  /** Delivery points available to the person; null for all. */
  points: readonly number[] | null
  kinds: readonly DocumentKind[]
  contractId?: number | undefined
  q?: string | undefined
  from?: string | undefined
  to?: string | undefined
}

/** Source of a kind of document: its table, its date column and its delivery point. */
interface SupplyRoute {
  place: number
  table: RawBuilder<unknown>
  day: RawBuilder<unknown>
  atPoints: (points: readonly number[]) => RawBuilder<unknown>
}

const moscowDay = (column: string) => sql`(${sql.ref(column)} at time zone 'Europe/Moscow')::date`

const SOURCES: Record<DocumentKind, SupplyRoute> = {
  invoice: {
    place: 0,
    table: sql`invoices`,
    day: moscowDay('issued_at'),
    atPoints: invoicesAtPoints,
  },
  shipment: {
    place: 1,
    table: sql`shipments`,
    day: sql`shipped_on`,
    atPoints: (points) => sql`consignee_id = any(${points}::integer[])`,
  },
  claim: {
    place: 2,
    table: sql`claims`,
    day: moscowDay('created_at'),
    atPoints: (points) => sql`consignee_id = any(${points}::integer[])`,
  },
  correction: {
    place: 3,
    table: sql`corrections`,
    day: sql`made_on`,
    atPoints: (points) => sql`exists (select from shipments where shipments.id = corrections.shipment_id
      and shipments.consignee_id = any(${points}::integer[]))`,
  },
}

function within({ day, atPoints }: SupplyRoute, scope: DocumentScope): RawBuilder<unknown> {
  const { contractorId, points, contractId, q, from, to } = scope
  const all = [sql`contractor_id = ${contractorId}`]
  if (points) all.push(atPoints(points))
  if (contractId !== undefined) all.push(sql`contract_id = ${contractId}`)
  if (q) all.push(sql`reverse(number) like ${`${literal(Array.from(q).toReversed().join(''))}%`}`)
  if (from) all.push(sql`${day} >= ${from}::date`)
  if (to) all.push(sql`${day} <= ${to}::date`)
  return sql.join(all, sql` and `)
}

interface Place {
  kind: DocumentKind
  id: number
  day: string
}

/** Selects a page of the register and the number of documents, up to `MAX_LISTED`; deeper paging is not needed. */
export async function selectPlaces(db: Db, scope: DocumentScope, { size, offset }: Page) {
  const most = Math.min(offset + size, MAX_LISTED_ORDERS)
  const union = (of: (kind: DocumentKind) => RawBuilder<unknown>) =>
    sql.join(
      scope.kinds.map((kind) => sql`(${of(kind)})`),
      sql` union all `,
    )
  // The newest documents of each kind come from an index; the page is chosen among those few.
  const newest = union((kind) => {
    const source = SOURCES[kind]
    return sql`select ${sql.lit(kind)} as kind, ${sql.lit(source.place)} as place, id, ${source.day} as day
      from ${source.table} where ${within(source, scope)} order by ${source.day} desc, id desc limit ${most}`
  })
  const counted = union(
    (kind) => sql`select from ${SOURCES[kind].table} where ${within(SOURCES[kind], scope)} limit ${MAX_LISTED_ORDERS}`,
  )
  const [{ rows }, total] = await Promise.all([
    sql<Place>`select kind, id, day from (${newest}) found
      order by day desc, place desc, id desc limit ${Math.max(most - offset, 0)} offset ${offset}`.execute(db),
    sql<{ total: number }>`
      select count(*)::integer as total from (select from (${counted}) every limit ${MAX_LISTED_ORDERS}) few`.execute(
      db,
    ),
  ])
  return { places: rows, total: total.rows[0]?.total ?? 0 }
}

type RowOf<K extends DocumentKind> = Extract<CompanyDocument, { kind: K }>
type Ids = readonly number[]

const NAMES = sql`sellers.name as seller, contracts.number as contract`
const namesOf = (table: string) => sql`
  join sellers on sellers.id = ${sql.ref(`${table}.seller_id`)}
  join contracts on contracts.id = ${sql.ref(`${table}.contract_id`)}`

const invoices = async (db: Db, ids: Ids, today: string): Promise<RowOf<'invoice'>[]> => {
  const { rows } = await sql<Omit<RowOf<'invoice'>, 'kind' | 'state'> & { state: ListedInvoiceState }>`
    select invoices.id, invoices.number, ${moscowDay('invoices.issued_at')} as day, ${NAMES},
      coalesce(consignees.name, '') as consignee, invoices.total_kop as sum_kop,
      invoices.kind as invoice_kind, case when orders.id is not null then jsonb_build_object('id', orders.id, 'number', orders.number) end as "order",
      case when invoices.status in ('unpaid', 'partly_paid') and invoices.pay_until < ${today}::date
        and ${INVOICE_AWAITED} then 'overdue' else invoices.status end as state
    from invoices ${namesOf('invoices')}
    left join orders on orders.id = invoices.order_id left join consignees on consignees.id = orders.consignee_id
    where invoices.id = any(${ids}::integer[])`.execute(db)
  return rows.map((row) => ({ ...row, kind: 'invoice' }))
}

const shipments = async (db: Db, ids: Ids, today: string): Promise<RowOf<'shipment'>[]> => {
  const { rows } = await sql<Omit<RowOf<'shipment'>, 'kind' | 'state'> & { state: ShipmentState }>`
    select shipments.id, shipments.number, shipments.shipped_on as day, ${NAMES}, consignees.name as consignee,
      shipments.total_kop as sum_kop, shipments.external_number as upd_number,
      case when shipments.cancelled_at is not null then 'cancelled' when shipments.received_on is not null then 'received'
        else 'shipped' end as state,
      case when sellers.accounting_mode = '1c' and shipments.external_number is null and shipments.cancelled_at is null and shipments.total_kop > 0
        then greatest(${today}::date - shipments.shipped_on, 0) end as upd_days
    from shipments ${namesOf('shipments')} join consignees on consignees.id = shipments.consignee_id
    where shipments.id = any(${ids}::integer[])`.execute(db)
  return rows.map((row) => ({ ...row, kind: 'shipment' }))
}

const claims = async (db: Db, ids: Ids): Promise<RowOf<'claim'>[]> => {
  const { rows } = await sql<Omit<RowOf<'claim'>, 'kind'>>`
    select claims.id, claims.number, ${moscowDay('claims.created_at')} as day, ${NAMES}, consignees.name as consignee,
      case when claims.ended_at is null then claims.disputed_kop end as sum_kop, claims.kind as claim_kind, claims.state
    from claims ${namesOf('claims')} join consignees on consignees.id = claims.consignee_id
    where claims.id = any(${ids}::integer[])`.execute(db)
  return rows.map((row) => ({ ...row, kind: 'claim' }))
}

const corrections = async (db: Db, ids: Ids): Promise<RowOf<'correction'>[]> => {
  const { rows } = await sql<Omit<RowOf<'correction'>, 'kind'>>`
    select corrections.id, corrections.number, corrections.made_on as day, ${NAMES}, consignees.name as consignee,
      -corrections.sum_kop as sum_kop, jsonb_build_object('id', claims.id, 'number', claims.number) as claim,
      jsonb_build_object('id', shipments.id, 'number', shipments.number) as shipment
    from corrections ${namesOf('corrections')}
    join shipments on shipments.id = corrections.shipment_id join consignees on consignees.id = shipments.consignee_id
    join claims on claims.id = corrections.claim_id
    where corrections.id = any(${ids}::integer[])`.execute(db)
  return rows.map((row) => ({ ...row, kind: 'correction' }))
}

const READS = { invoice: invoices, shipment: shipments, claim: claims, correction: corrections } as const

/** Selects the documents of the places, in their order: one statement per kind, regardless of their number. */
export async function selectDocuments(db: Db, places: readonly Place[], today: string): Promise<CompanyDocument[]> {
  const idsOf = Map.groupBy(places, ({ kind }) => kind)
  const read = await Promise.all(
    [...idsOf].map(([kind, of]) =>
      READS[kind](
        db,
        of.map(({ id }) => id),
        today,
      ),
    ),
  )
  const byName = new Map(read.flat().map((document) => [`${document.kind}-${document.id}`, document]))
  return places.flatMap(({ kind, id }) => byName.get(`${kind}-${id}`) ?? [])
}

/** Selects the company's name, null when it does not exist, and whether the contract belongs to it. */
export async function selectOwnership(db: Db, contractorId: number, contractId: number | undefined) {
  const { rows } = await sql<{ company: string | null; contract: boolean }>`
    select (select name from contractors where id = ${contractorId}) as company,
      ${contractId === undefined ? sql`true` : sql`exists (select from contracts where id = ${contractId} and contractor_id = ${contractorId})`} as contract`.execute(
    db,
  )
  return rows[0] ?? { company: null, contract: false }
}
