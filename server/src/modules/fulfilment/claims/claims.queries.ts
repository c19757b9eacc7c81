import { pointsOf, type AccessScope } from '../../../platform/access/index.ts'
import { articleKey } from '@artikul/contract/catalog/article'
import { toLatinLetters, toPlateLetters } from '@artikul/contract/companies/vehicle-numbers'
import { CLAIMS_TO_DO, type ClaimOutcome, type SupplyingOutcome } from '@artikul/contract/fulfilment/claim-rules'
import type { ClaimKind, ClaimState } from '@artikul/contract/fulfilment/claim-states'
import { ClaimStateField as States } from '@artikul/contract/fulfilment/claim-fields'
import type { ClaimMessage, ClaimsQuery } from '@artikul/contract/fulfilment/claims'
import type { LineState } from '@artikul/contract/ordering/orders/orders'
import { withoutSign } from '@artikul/contract/core/number-end'
import { MAX_COUNTED_ORDERS, MAX_LISTED_ORDERS } from '@artikul/contract/ordering/orders/order-lists'
import { sql, type RawBuilder } from 'kysely'
import type { StoredFiles } from '../../../platform/files/attachment.ts'
import type { Db } from '../../../platform/db/index.ts'
import { literal } from '../../../platform/like.ts'
import type { Page } from '../../../platform/paging.ts'

const MAX_PARTS = 1000

/** Limits claims to those the person may read: of their company and available delivery points. */
function readable(reader: AccessScope): RawBuilder<unknown> {
  if (reader === 'any') return sql`true`
  const points = pointsOf(reader)
  const isOwn = sql`claims.contractor_id = ${reader.contractorId}`
  return points ? sql`(${isOwn} and claims.consignee_id = any(${points}::integer[]))` : isOwn
}

const tailOf = (typed: string) => `${literal(Array.from(typed).toReversed().join(''))}%`

/** Shortest number for searches across all companies: one digit matches a tenth of all numbers. */
const MIN_DIGITS = 3

/** Matches the end of a number, with or without its prefix: «О-000123», «АР-000113», «0113». */
function tailsOf(typed: string, least: number): RawBuilder<unknown>[] {
  const digits = /^(?:[\p{L}\d]{1,10}-)*([\d\s]+)$/u.exec(withoutSign(typed))?.[1]?.replace(/\s/g, '') ?? ''
  if (digits.length < least) return []
  return [
    sql`select id from claims where reverse(number) like ${tailOf(digits)}`,
    sql`select claims.id from shipments join claims on claims.shipment_id = shipments.id
      where reverse(shipments.number) like ${tailOf(digits)}`,
  ]
}

/** Shortest part of a vehicle's name or number that the index finds across all companies. */
const MIN_VEHICLE_PART = 3

/** Ways to write a part of a vehicle's name, VIN, frame number or plate. */
function vehicleParts(typed: string): string[] {
  const compact = typed.replace(/[\s-]/g, '')
  return [...new Set([typed, toLatinLetters(compact), toPlateLetters(compact)])]
}

/**
 * Matches the vehicles that claimed goods were ordered for by a part of their names and numbers. Bare digits are the end
 * of a document's number, and many VINs contain them: they match names only.
 */
function ofVehicle(typed: string, reader: AccessScope): RawBuilder<unknown> {
  const patterns = vehicleParts(typed).map((part) => `%${literal(part)}%`)
  const inName = /\p{L}/u.test(typed) ? sql`true` : sql`vehicles.name ilike ${`%${literal(typed)}%`}`
  const isOwn = reader === 'any' ? sql`true` : sql`vehicles.contractor_id = ${reader.contractorId}`
  return sql`
    select own.claim_id from vehicles join order_lines line on line.vehicle_id = vehicles.id
      join shipment_lines on shipment_lines.order_line_id = line.id
      join claim_lines own on own.shipment_line_id = shipment_lines.id
      where ${isOwn} and ${inName} and (vehicles.name || ' ' || coalesce(vehicles.vin, '') || ' '
        || coalesce(vehicles.frame_number, '') || ' ' || coalesce(vehicles.plate, '')) ilike any(${patterns}::text[])`
}

/** Matches the end of the claim's or the shipment's number, an article or a vehicle; each of them has its own index. */
function matches(typed: string, reader: AccessScope): RawBuilder<unknown> {
  const key = articleKey(typed)
  const ways = [
    ...tailsOf(typed, reader === 'any' ? MIN_DIGITS : 1),
    ...(key === '' ? [] : [sql`select claim_id from claim_lines where article_key = ${key}`]),
    ...(reader === 'any' && typed.length < MIN_VEHICLE_PART ? [] : [ofVehicle(typed, reader)]),
  ]
  return ways.length === 0 ? sql`false` : sql`claims.id in (${sql.join(ways, sql` union all `)})`
}

const statesOf = (states: readonly ClaimState[]) => sql.join(states.map((state) => sql.lit(state)))
const IS_TO_DO = sql`claims.state in (${statesOf(CLAIMS_TO_DO)})`

function conditions(reader: AccessScope, managerId: number, filter: ClaimsQuery): RawBuilder<unknown> {
  const all = [readable(reader)]
  if (filter.q) all.push(matches(filter.q, reader))
  if (filter.state === 'open') all.push(IS_TO_DO)
  else if (filter.state) all.push(sql`claims.state = ${filter.state}`)
  if (filter.kind) all.push(sql`claims.kind = ${filter.kind}`)
  if (filter.shipment_id) all.push(sql`claims.shipment_id = ${filter.shipment_id}`)
  if (filter.contractor_id) all.push(sql`claims.contractor_id = ${filter.contractor_id}`)
  if (filter.mine) all.push(sql`claims.taken_by = ${managerId}`)
  return sql.join(all, sql` and `)
}

export interface ClaimItemRow {
  id: number
  number: string
  kind: ClaimKind
  state: ClaimState
  contractor_id: number
  contractor: string
  seller: string
  shipment_id: number
  shipment_number: string
  asker: string
  manager: string | null
  taken_by: number | null
  subject: string
  lines_count: number
  created_at: Date
  answer_by: string
  hand_over_until: string | null
  waits_for_supplier: boolean | null
}

/** Clients do not learn of suppliers. */
const waits = (reader: AccessScope) =>
  reader === 'any'
    ? sql`exists (select from supplier_returns where claim_id = claims.id and supplier_returns.state = 'sent')`
    : sql`null::boolean`

const columns = (reader: AccessScope) => sql`
  claims.id, claims.number, claims.kind, claims.state, claims.contractor_id, contractors.name as contractor,
  sellers.name as seller, claims.shipment_id, shipments.number as shipment_number, asker.full_name as asker,
  manager.full_name as manager, claims.taken_by, claims.created_at, claims.answer_by, claims.hand_over_until,
  (select count(*)::integer from claim_lines where claim_lines.claim_id = claims.id) as lines_count,
  (select concat_ws(' ', line.brand, line.article, line.name) from claim_lines own
    join shipment_lines on shipment_lines.id = own.shipment_line_id
    join order_lines line on line.id = shipment_lines.order_line_id
    where own.claim_id = claims.id and own.position = 1) as subject, ${waits(reader)} as waits_for_supplier`

const TABLES = sql`
  join contractors on contractors.id = claims.contractor_id
  join sellers on sellers.id = claims.seller_id
  join shipments on shipments.id = claims.shipment_id
  join users asker on asker.id = claims.asker_id
  left join users manager on manager.id = claims.taken_by`

export async function selectClaims(
  db: Db,
  { reader, managerId }: { reader: AccessScope; managerId: number },
  filter: ClaimsQuery,
  page: Page,
) {
  const where = conditions(reader, managerId, filter)
  const order = filter.state === 'open' ? sql`claims.answer_by, claims.id` : sql`claims.id desc`
  const [{ rows }, total] = await Promise.all([
    // The page is selected before any join.
    sql<ClaimItemRow>`
      select ${columns(reader)}
      from (select * from claims where ${where} order by ${order} limit ${page.size} offset ${page.offset}) as claims
      ${TABLES} order by ${order}`.execute(db),
    sql<{ total: number }>`
      select count(*)::integer as total from (select from claims where ${where} limit ${MAX_LISTED_ORDERS}) few`.execute(
      db,
    ),
  ])
  return { rows, total: total.rows[0]?.total ?? 0 }
}

/** Counts claims by state, and those past their promised day. */
export async function countClaims(db: Db, reader: AccessScope, today: string, contractorId: number | undefined) {
  const whose = contractorId === undefined ? sql`true` : sql`claims.contractor_id = ${contractorId}`
  const of = (also: RawBuilder<unknown>) => sql`
    select count(*)::integer from (
      select from claims where claims.state = wanted.state and ${readable(reader)} and ${whose} and ${also}
      limit ${MAX_COUNTED_ORDERS}) few`
  const { rows } = await sql<{ state: ClaimState; count: number; late: number }>`
    select wanted.state, (${of(sql`true`)}) as count,
      case when wanted.state = any(${CLAIMS_TO_DO}::text[])
        then (${of(sql`claims.answer_by < ${today}::date`)}) else 0 end as late
    from unnest(${States.options}::text[]) as wanted (state)`.execute(db)
  return rows
}

export interface ClaimDetails extends ClaimItemRow {
  outcome: ClaimOutcome
  granted_outcome: ClaimOutcome | null
  contract: string
  shipped_on: string
  text: string
  hand_over_to: string
  disputed_kop: number
  accounting_mode: string
  version: number
}

export async function selectClaim(db: Db, reader: AccessScope, id: number): Promise<ClaimDetails | undefined> {
  const { rows } = await sql<ClaimDetails>`
    select ${columns(reader)}, claims.outcome, claims.granted_outcome, shipments.shipped_on, claims.text, claims.hand_over_to, claims.disputed_kop,
      sellers.accounting_mode, claims.version,
      '№ ' || contracts.number || ' от ' || to_char(contracts.signed_on, 'DD.MM.YYYY') as contract
    from claims ${TABLES} join contracts on contracts.id = claims.contract_id
    where claims.id = ${id} and ${readable(reader)}`.execute(db)
  return rows[0]
}

export interface ClaimRecord {
  id: number
  number: string
  kind: ClaimKind
  /** Granted outcome, else the requested one. */
  outcome: ClaimOutcome
  state: ClaimState
  seller_id: number
  contract_id: number
  contractor_id: number
  consignee_id: number
  shipment_id: number
  asker_id: number
  taken_by: number | null
  answer_by: string
  disputed_kop: number
  version: number
}

/** Locks the claim, so that its changes run one after another. */
export async function lockClaim(db: Db, reader: AccessScope, id: number): Promise<ClaimRecord | undefined> {
  const { rows } = await sql<ClaimRecord>`
    select id, number, kind, coalesce(granted_outcome, outcome) as outcome, state, seller_id, contract_id, contractor_id, consignee_id, shipment_id, asker_id,
      taken_by, answer_by, disputed_kop, version
    from claims where id = ${id} and ${readable(reader)} for no key update`.execute(db)
  return rows[0]
}

export const selectClaimLines = (db: Db, claimId: number) =>
  db
    .selectFrom('claim_lines as own')
    .innerJoin('shipment_lines', 'shipment_lines.id', 'own.shipment_line_id')
    .innerJoin('order_lines as line', 'line.id', 'shipment_lines.order_line_id')
    .innerJoin('orders', 'orders.id', 'line.order_id')
    .innerJoin('products', 'products.id', 'line.product_id')
    .innerJoin('warehouses', 'warehouses.id', 'line.warehouse_id')
    .innerJoin('supply_routes', 'supply_routes.id', 'warehouses.supply_route_id')
    .leftJoin('vehicles', 'vehicles.id', 'line.vehicle_id')
    .select(['vehicles.id as vehicle_id', 'vehicles.name as vehicle_name'])
    .select(sql<boolean>`supply_routes.kind = 'own'`.as('is_own_stock'))
    .select(['own.id', 'products.code as product_code', 'orders.id as order_id', 'orders.number as order_number'])
    .select(['line.brand', 'line.article', 'line.name', 'line.unit', 'shipment_lines.price_kop', 'own.qty'])
    .select(['own.asked_kop', 'own.withheld_percent', 'own.accepted_qty', 'own.received_qty', 'own.settled_qty'])
    .select(['own.refusal', 'own.credited_kop'])
    .where('own.claim_id', '=', claimId)
    .orderBy('own.position')
    .limit(MAX_PARTS)
    .execute()

export interface SupplyRow {
  claim_line_id: number
  line_id: number
  outcome: SupplyingOutcome
  order_id: number
  order_number: string
  parts: { state: LineState; qty: number; shipment_id: number | null; shipment_number: string | null }[]
}

/** Selects the lines by which goods are shipped again, with the states of their parts. */
export async function selectSupplies(db: Db, claimId: number): Promise<SupplyRow[]> {
  const { rows } = await sql<SupplyRow>`
    select supply.claim_line_id, line.id as line_id, supply.outcome, orders.id as order_id, orders.number as order_number,
      (select jsonb_agg(jsonb_build_object('state', part.state, 'qty', part.qty, 'shipment_id', shipments.id,
          'shipment_number', shipments.number) order by part.id)
        from order_line_allocations part
        left join shipment_lines on shipment_lines.id = part.shipment_line_id
        left join shipments on shipments.id = shipment_lines.shipment_id
        where part.line_id = line.id) as parts
    from claim_lines own join claim_supplies supply on supply.claim_line_id = own.id
    join order_lines line on line.id = supply.order_line_id join orders on orders.id = line.order_id
    where own.claim_id = ${claimId}`.execute(db)
  return rows
}

export const selectClaimMessages = (db: Db, claimId: number) =>
  db
    .selectFrom('claim_messages as message')
    .innerJoin('users as author', 'author.id', 'message.actor_id')
    .innerJoin('users as subject', 'subject.id', 'message.subject_id')
    .select(['message.id', 'message.text', 'message.from_staff', 'message.created_at'])
    .select(sql<ClaimMessage['kind']>`message.kind`.as('kind'))
    .select(['message.actor_id', 'message.subject_id', 'author.full_name as author', 'subject.full_name as subject'])
    .where('message.claim_id', '=', claimId)
    .orderBy('message.id')
    .limit(MAX_PARTS)
    .execute()
export type ClaimMessageRow = Awaited<ReturnType<typeof selectClaimMessages>>[number]

/** Selects the files attached to messages; pending uploads are not included. */
export async function selectClaimFiles(db: Db, claimId: number) {
  return db
    .selectFrom('claim_files')
    .select(['id', 'message_id', 'name', 'type'])
    .where('claim_id', '=', claimId)
    .where('message_id', 'is not', null)
    .orderBy('id')
    .limit(MAX_PARTS)
    .execute()
}

/**
 * Counts the files of the claim (null for one being created), and sums up the bytes of the company since the moment.
 */
export async function countClaimFiles(db: Db, { contractorId, claimId }: FilePlace, since: Date): Promise<StoredFiles> {
  const { rows } = await sql<StoredFiles>`
    select count(*) as files, coalesce(sum(octet_length(bytes)), 0)::float8 as bytes,
      (select coalesce(sum(octet_length(bytes)), 0)::float8 from claim_files
        where contractor_id = ${contractorId} and created_at > ${since}) as "bytesOfDay"
    from claim_files where claim_id = ${claimId}`.execute(db)
  return rows[0] ?? { files: 0, bytes: 0, bytesOfDay: 0 }
}

interface FilePlace {
  contractorId: number
  claimId: number | null
}

/** Selects a file of a message in a readable claim, or a pending upload of the person. */
export async function selectClaimFile(db: Db, { reader, userId }: { reader: AccessScope; userId: number }, id: number) {
  const { rows } = await sql<{ name: string; type: string; bytes: Buffer }>`
    select file.name, file.type, file.bytes from claim_files file left join claims on claims.id = file.claim_id
    where file.id = ${id} and case when file.message_id is null then file.actor_id = ${userId} else ${readable(reader)} end
  `.execute(db)
  return rows[0]
}

export const selectCorrection = (db: Db, claimId: number) =>
  db
    .selectFrom('corrections')
    .select(['number', 'made_on', 'sum_kop', 'vat_kop'])
    .where('claim_id', '=', claimId)
    .executeTakeFirst()

/** Selects the active staff in charge of claims. */
export async function selectHandlers(db: Db): Promise<string[]> {
  const { rows } = await sql<{ email: string }>`
    select email::text from users where is_active and roles @> array['ARTIKUL_WARRANTY_MANAGER'] and email is not null
    order by id limit 100`.execute(db)
  return rows.map((row) => row.email)
}
