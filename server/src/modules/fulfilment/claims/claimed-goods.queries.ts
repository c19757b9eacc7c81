import { pointsOf, type CompanyScope } from '../../../platform/access/index.ts'
import { articleKey } from '@artikul/contract/catalog/article'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../../platform/db/index.ts'
import { literal } from '../../../platform/like.ts'

/** Maximum number of shipments found; further ones must be searched for by number. */
const MAX_FOUND = 50
/** Maximum number of an article's lines that are searched, newest first. */
const MAX_LINES = 500

function readable(member: CompanyScope): RawBuilder<unknown> {
  const points = pointsOf(member)
  const isOwn = sql`shipments.contractor_id = ${member.contractorId}`
  return points ? sql`(${isOwn} and shipments.consignee_id = any(${points}::integer[]))` : isOwn
}

interface ClaimableFilter {
  q?: string | undefined
  order_id?: number | undefined
}

function linesOf(member: CompanyScope, { q, order_id: orderId }: ClaimableFilter): RawBuilder<unknown> | null {
  const ofLines = (lines: RawBuilder<unknown>) => sql`
    select own.id, own.shipment_id from (${lines}) line join shipment_lines own on own.order_line_id = line.id`
  if (orderId !== undefined)
    return ofLines(
      sql`select id from order_lines
        where order_id = ${orderId} and contractor_id = ${member.contractorId} and not is_delivery`,
    )
  if (!q) return null
  const key = articleKey(q)
  const tail = q.replace(/[^\d-]/g, '')
  const ways = [
    ...(key === ''
      ? []
      : [
          ofLines(sql`select id from order_lines where contractor_id = ${member.contractorId} and article_key in (
              select ${key} union select article_key from products where barcode = ${key})
            order by id desc limit ${MAX_LINES}`),
        ]),
    ...(tail === ''
      ? []
      : [
          sql`select own.id, own.shipment_id from (
              select id from shipments where contractor_id = ${member.contractorId}
                and reverse(number) like ${`${literal(Array.from(tail).toReversed().join(''))}%`}
              order by id desc limit ${MAX_FOUND}) found
            join shipment_lines own on own.shipment_id = found.id`,
        ]),
  ]
  return ways.length === 0 ? null : sql.join(ways, sql` union `)
}

export interface FoundShipment {
  id: number
  number: string
  shipped_on: string
  seller: string
  consignee: string
  subject: string
  order_line_id: number
  lines_count: number
}

/** True when some line of the shipment has pieces that no claim names yet. */
const HAS_REST = sql`exists (select from shipment_lines own join order_lines line on line.id = own.order_line_id
  where own.shipment_id = shipments.id and not line.is_delivery
  and own.qty > coalesce((select sum(held_qty) from claim_lines where shipment_line_id = own.id), 0))`

/** Selects the company's newest shipments with the requested goods, or the newest ones that can still be claimed. */
export async function selectClaimableShipments(
  db: Db,
  member: CompanyScope,
  filter: ClaimableFilter,
): Promise<FoundShipment[]> {
  const lines = linesOf(member, filter)
  const isAsked = filter.q !== undefined || filter.order_id !== undefined
  if (isAsked && lines === null) return []
  const found = lines
    ? sql`select shipment_id as id, min(id) as line_id, count(*)::integer as lines_count from (${lines}) one group by 1`
    : sql`select recent.id, goods.line_id, goods.lines_count
      from (select id from shipments where ${readable(member)} and cancelled_at is null and ${HAS_REST}
        order by shipped_on desc, id desc limit ${MAX_FOUND}) recent
      cross join lateral (
        select min(own.id) as line_id, count(*)::integer as lines_count
        from shipment_lines own join order_lines line on line.id = own.order_line_id and not line.is_delivery
        where own.shipment_id = recent.id) goods`
  const { rows } = await sql<FoundShipment>`
    select shipments.id, shipments.number, shipments.shipped_on, sellers.name as seller, consignees.name as consignee,
      concat_ws(' ', line.brand, line.article, line.name) as subject, line.id as order_line_id,
      found.lines_count
    from (${found}) found
    join shipments on shipments.id = found.id
    join shipment_lines own on own.id = found.line_id
    join order_lines line on line.id = own.order_line_id
    join sellers on sellers.id = shipments.seller_id
    join consignees on consignees.id = shipments.consignee_id
    where ${readable(member)} and shipments.cancelled_at is null
    order by shipments.shipped_on desc, shipments.id desc limit ${MAX_FOUND}`.execute(db)
  return rows
}

export interface ClaimedShipment {
  id: number
  number: string
  seller_id: number
  contract_id: number
  contractor_id: number
  consignee_id: number
  shipped_on: string
  received_on: string | null
  is_cancelled: boolean
  seller: string
  consignee: string
}

const shipmentOf = (member: CompanyScope, id: number) => sql<ClaimedShipment>`
  select shipments.id, shipments.number, shipments.seller_id, shipments.contract_id, shipments.contractor_id,
    shipments.consignee_id, shipments.shipped_on, shipments.received_on, shipments.cancelled_at is not null as is_cancelled,
    sellers.name as seller, consignees.name as consignee
  from shipments join sellers on sellers.id = shipments.seller_id
  join consignees on consignees.id = shipments.consignee_id
  where shipments.id = ${id} and ${readable(member)}`

export const selectClaimedShipment = async (db: Db, member: CompanyScope, id: number) =>
  (await shipmentOf(member, id).execute(db)).rows[0]

/** Locks the shipment until the transaction ends, so that claims share the rest of its lines one after another. */
export async function lockClaimedShipment(
  db: Db,
  member: CompanyScope,
  id: number,
): Promise<ClaimedShipment | undefined> {
  const { rows } = await sql<ClaimedShipment>`${shipmentOf(member, id)} for update of shipments`.execute(db)
  return rows[0]
}

export interface ShippedLine {
  shipment_line_id: number
  order_line_id: number
  brand: string
  article: string
  article_key: string
  name: string
  unit: string
  order_number: string
  qty: number
  price_kop: number
  sum_kop: number
  /** Sum already credited or withheld. */
  gone_kop: number
  /** Sum disputed by open claims. */
  disputed_kop: number
  held_qty: number
  has_open_price: boolean
  no_return: boolean
  return_days: number
  is_own_stock: boolean
  /** True when the line was billed by an earlier shipment. */
  is_resupply: boolean
}

/** Selects the lines of the shipment with all facts that decide about claims. */
export async function selectShippedLines(db: Db, shipmentId: number): Promise<ShippedLine[]> {
  const { rows } = await sql<ShippedLine>`
    select own.id as shipment_line_id, own.order_line_id, line.brand, line.article, line.article_key, line.name, line.unit,
      orders.number as order_number, own.qty, coalesce(billed.price_kop, own.price_kop) as price_kop,
      case when billed.id is null then own.sum_kop else round(billed.price_kop * own.qty)::bigint end as sum_kop,
      billed.id is not null as is_resupply,
      coalesce((select sum(made.sum_kop + made.withheld_kop) from correction_lines made
        where made.shipment_line_id = own.id), 0)::bigint as gone_kop,
      coalesce((select sum(round(case when claims.kind = 'price'
          then claim_lines.qty * (own.price_kop - coalesce(claim_lines.asked_kop, own.price_kop))
          else coalesce(claim_lines.accepted_qty, claim_lines.qty) * coalesce(billed.price_kop, own.price_kop) end))
        from claim_lines join claims on claims.id = claim_lines.claim_id
        where claim_lines.shipment_line_id = own.id and claims.ended_at is null and claims.kind <> 'surplus'), 0)::bigint
        as disputed_kop,
      coalesce((select sum(held_qty) from claim_lines where claim_lines.shipment_line_id = own.id), 0) as held_qty,
      exists (select from claim_lines join claims on claims.id = claim_lines.claim_id
        where claim_lines.shipment_line_id = own.id and claims.kind = 'price' and claims.ended_at is null) as has_open_price,
      line.no_return, line.return_days, supply_routes.kind = 'own' as is_own_stock
    from shipment_lines own
    join order_lines line on line.id = own.order_line_id
    join orders on orders.id = line.order_id
    join warehouses on warehouses.id = line.warehouse_id
    join supply_routes on supply_routes.id = warehouses.supply_route_id
    left join claim_supplies supply on supply.order_line_id = line.id
    left join shipment_lines billed on billed.id = supply.billed_line_id
    where own.shipment_id = ${shipmentId} and not line.is_delivery order by own.position limit 1000`.execute(db)
  return rows
}
