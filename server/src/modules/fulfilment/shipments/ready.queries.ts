import type { LineState } from '@artikul/contract/ordering/orders/orders'
import { SHIPPABLE_STATES } from '@artikul/contract/fulfilment/shipments'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../../platform/db/index.ts'
import { literal } from '../../../platform/like.ts'
import type { Page } from '../../../platform/paging.ts'

/**
 * Condition of goods that are in stock and may be shipped; reserved goods of a partner are still at the partner. Delivery
 * charges leave with them.
 */
export const MAY_LEAVE = sql`not line.is_delivery and part.shipment_line_id is null and part.state in (${sql.join(
  SHIPPABLE_STATES.map((state) => sql.lit(state)),
)}) and (part.state <> 'reserved' or supply_routes.kind = 'own')`

/** Condition of parts in any other state of awaited goods. */
export const IS_COMING = sql`not line.is_delivery and part.shipment_line_id is null and part.state in ('new', 'awaiting_payment', 'on_hold', 'needs_confirm',
  'reserved', 'in_work', 'ordered_supplier', 'confirmed_supplier', 'in_transit', 'delayed')
  and (part.state <> 'reserved' or supply_routes.kind <> 'own')`

/** Joins that are needed to classify a part. */
export const OF_LINE = sql`join warehouses on warehouses.id = line.warehouse_id join supply_routes on supply_routes.id = warehouses.supply_route_id`

export interface ReadyFilter {
  q?: string | undefined
  zone_id?: number | undefined
}

export interface ReadyRow {
  contract_id: number
  consignee_id: number
  contractor_id: number
  contractor: string
  seller: string
  contract: string
  consignee: string
  consignee_address: string
  zone_id: number | null
  zone: string
  carrier: string
  ready_count: number
  ready_kop: number
}

function conditions({ q, zone_id: zoneId }: ReadyFilter): RawBuilder<unknown> {
  const all: RawBuilder<unknown>[] = [sql`true`]
  if (zoneId !== undefined) all.push(sql`consignees.zone_id = ${zoneId} and consignees.carrier = ''`)
  if (q) {
    const like = `%${literal(q)}%`
    all.push(sql`(contractors.name ilike ${like} or consignees.name ilike ${like})`)
  }
  return sql.join(all, sql` and `)
}

/**
 * Selects contracts and points with goods ready for shipping, in the order of their next runs.
 * @param zones zone ids in the order of their next runs
 */
export async function selectReady(db: Db, filter: ReadyFilter, zones: readonly number[], page: Page) {
  const all = sql`
    (select orders.contract_id, orders.consignee_id, count(*)::integer as ready_count, sum(here.kop)::bigint as ready_kop
    from (
      select line.order_id, round(line.price_kop * sum(part.qty)) as kop
      from order_line_allocations part join order_lines line on line.id = part.line_id ${OF_LINE}
      where ${MAY_LEAVE} group by line.id
    ) here join orders on orders.id = here.order_id group by 1, 2) own
    join contracts on contracts.id = own.contract_id
    join sellers on sellers.id = contracts.seller_id
    join contractors on contractors.id = contracts.contractor_id
    join consignees on consignees.id = own.consignee_id
    left join delivery_zones zone on zone.id = consignees.zone_id and consignees.carrier = ''
    where ${conditions(filter)}`
  const [{ rows }, total] = await Promise.all([
    sql<ReadyRow>`
      select own.*, contractors.id as contractor_id, contractors.name as contractor, sellers.name as seller,
        '№ ' || contracts.number || ' от ' || to_char(contracts.signed_on, 'DD.MM.YYYY') as contract,
        consignees.name as consignee, consignees.address as consignee_address, zone.id as zone_id,
        coalesce(zone.name, '') as zone, consignees.carrier
      from ${all}
      order by array_position(${zones}::integer[], zone.id) nulls last, zone.name, consignees.carrier desc,
        contractors.name, consignees.name, own.consignee_id, own.contract_id
      limit ${page.size} offset ${page.offset}`.execute(db),
    sql<{ total: number }>`select count(*)::integer as total from ${all}`.execute(db),
  ])
  return { rows, total: total.rows[0]?.total ?? 0 }
}

export interface ContractAndPoint {
  contractId: number
  consigneeId: number
}

const pairsOf = (pairs: readonly ContractAndPoint[]) => sql`
  unnest(${pairs.map((pair) => pair.contractId)}::integer[], ${pairs.map((pair) => pair.consigneeId)}::integer[])
  as asked (contract_id, consignee_id)`

/** Counts lines with goods still to arrive, by contract and point. */
export async function countComing(db: Db, pairs: readonly ContractAndPoint[]) {
  const { rows } = await sql<{ contract_id: number; consignee_id: number; lines: number }>`
    select orders.contract_id, orders.consignee_id, count(distinct line.id)::integer as lines
    from ${pairsOf(pairs)}
    join orders on orders.contract_id = asked.contract_id and orders.consignee_id = asked.consignee_id
      and orders.status not in ('shipped', 'done', 'cancelled')
    join order_lines line on line.order_id = orders.id ${OF_LINE}
    join order_line_allocations part on part.line_id = line.id
    where ${IS_COMING} group by 1, 2`.execute(db)
  return rows
}

export interface ReadyLineRow {
  line_id: number
  contract_id: number
  consignee_id: number
  order_id: number
  order_number: string
  brand: string
  article: string
  name: string
  unit: string
  client_ref: string
  warehouse: string
  expected_date: string
  price_kop: number
  ship_complete: boolean
  is_pickup: boolean
  ready_qty: number
  coming: { state: LineState; qty: number }[]
}

/** Selects incompletely shipped lines of the contracts and points, those ready for shipping first. */
export async function selectReadyLines(
  db: Db,
  pairs: readonly ContractAndPoint[],
  most: number,
): Promise<ReadyLineRow[]> {
  const { rows } = await sql<ReadyLineRow>`
    select line.id as line_id, orders.contract_id, orders.consignee_id, orders.id as order_id, orders.number as order_number,
      line.brand, line.article, line.name, line.unit, line.client_ref, warehouses.shown_as as warehouse,
      line.expected_date, line.price_kop, orders.ship_complete, orders.is_pickup, coalesce(sum(part.qty) filter (where ${MAY_LEAVE}), 0) as ready_qty,
      coalesce(jsonb_agg(jsonb_build_object('state', part.state, 'qty', part.qty) order by part.id)
        filter (where ${IS_COMING}), '[]') as coming
    from ${pairsOf(pairs)}
    join orders on orders.contract_id = asked.contract_id and orders.consignee_id = asked.consignee_id
      and orders.status not in ('shipped', 'done', 'cancelled')
    join order_lines line on line.order_id = orders.id ${OF_LINE}
    join order_line_allocations part on part.line_id = line.id
    where (${MAY_LEAVE}) or (${IS_COMING})
    group by line.id, orders.id, warehouses.id
    order by coalesce(sum(part.qty) filter (where ${MAY_LEAVE}), 0) = 0, orders.contract_id, orders.consignee_id,
      line.expected_date, orders.id, line.position
    limit ${most}`.execute(db)
  return rows
}
