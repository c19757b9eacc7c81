import type { LineState } from '@artikul/contract/ordering/orders/orders'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/index.ts'
import type { Page } from '../../../platform/paging.ts'

/** States of clients' parts that still wait for goods; parts waiting for an approval are excluded. */
export const AWAITED: readonly LineState[] = ['in_transit', 'confirmed_supplier', 'ordered_supplier', 'delayed']

/** Ordered from a supplier and not received yet. */
export interface AwaitedRow {
  id: number
  /** Null for goods bought for own stock, as are the order and the promise; then the warehouse is named. */
  order_line_id: number | null
  supplier_order_id: number
  supplier_order_number: string
  order_id: number | null
  order_number: string | null
  contractor: string | null
  product_id: number | null
  stock_warehouse_id: number | null
  warehouse: string | null
  line_state: LineState
  /** Spellings of the catalogue and of the supplier. */
  brand: string
  article: string
  own_brand: string
  own_article: string
  new_article: string
  name: string
  unit: string
  /** Quantity still to be delivered, limited to what clients still wait for. */
  qty: number
  price_kop: number
  promised_on: string | null
  guaranteed_date: string | null
}

/** Condition of the partial index `supplier_order_lines_expected`. */
const IS_AWAITED = sql`line.state in ('ordered', 'confirmed') and line.received_qty < coalesce(line.confirmed_qty, line.qty)`

const awaited = (supplyRouteId: number) => sql`
  from supplier_order_lines line
  left join lateral (
    select sum(part.qty) as qty from order_line_allocations part
    where part.line_id = line.order_line_id and part.state = any(${AWAITED}::text[])
  ) parts on true
  left join order_lines own on own.id = line.order_line_id
  left join products on products.id = line.product_id
  left join brands on brands.id = products.brand_id
  where line.supply_route_id = ${supplyRouteId} and ${IS_AWAITED} and (line.order_line_id is null or parts.qty > 0)`

const ROW = sql`
  line.id, line.order_line_id, line.supplier_order_id, line.brand, line.article, line.new_article,
  coalesce(own.brand, brands.name) as own_brand, coalesce(own.article, products.article) as own_article,
  coalesce(own.name, products.name) as name, coalesce(own.unit, products.unit) as unit, own.guaranteed_date,
  line.promised_on, line.product_id, line.stock_warehouse_id, line.line_state, least(coalesce(line.confirmed_qty, line.qty) - line.received_qty, parts.qty) as qty,
  coalesce(line.confirmed_kop, line.purchase_kop) as price_kop, own.order_id`

/** Oldest promise to the client first, then the order of placing; goods for own stock come last. */
const BY_PROMISE = sql`order by found.guaranteed_date, orders.created_at, found.id`

const shown = (found: ReturnType<typeof awaited>) => sql<AwaitedRow>`
  select found.*, orders.number as order_number, contractors.name as contractor,
    supplier_orders.number as supplier_order_number, warehouses.name as warehouse
  from (select ${ROW} ${found}) found
  left join orders on orders.id = found.order_id
  left join contractors on contractors.id = orders.contractor_id
  left join warehouses on warehouses.id = found.stock_warehouse_id
  join supplier_orders on supplier_orders.id = found.supplier_order_id
  ${BY_PROMISE}`

/** Selects a page of goods still to be delivered by a supplier. */
export async function selectAwaitedPage(db: Db, supplyRouteId: number, { size, offset }: Page) {
  const { rows } = await sql<AwaitedRow>`${shown(awaited(supplyRouteId))} limit ${size} offset ${offset}`.execute(db)
  const counted = await sql<{ total: number }>`select count(*)::int as total ${awaited(supplyRouteId)}`.execute(db)
  return { rows, total: counted.rows[0]?.total ?? 0 }
}

/**
 * Selects goods still to be delivered by a supplier under these articles, oldest promise first; replaced numbers match
 * too.
 */
export async function selectAwaited(
  db: Db,
  supplyRouteId: number,
  articleKeys: readonly string[],
): Promise<AwaitedRow[]> {
  if (articleKeys.length === 0) return []
  const { rows } = await shown(
    sql`${awaited(supplyRouteId)} and (own.article_key = any(${articleKeys}::text[]) or products.article_key = any(${articleKeys}::text[]) or line.new_article <> '')`,
  ).execute(db)
  return rows
}

/** Selects suppliers with the numbers of lines still to be delivered and of late ones. */
export async function selectAwaitedCounts(db: Db, today: string) {
  const { rows } = await sql<{ id: number; name: string; lines_count: number; late_count: number }>`
    select supply_routes.id, supply_routes.name, coalesce(sums.lines_count, 0)::int as lines_count,
      coalesce(sums.late_count, 0)::int as late_count
    from supply_routes
    left join (
      select line.supply_route_id, count(*) as lines_count, count(*) filter (where own.guaranteed_date < ${today}) as late_count
      from supplier_order_lines line
      left join order_lines own on own.id = line.order_line_id
      where ${IS_AWAITED} and (line.order_line_id is null or exists (
        select from order_line_allocations part
        where part.line_id = line.order_line_id and part.state = any(${AWAITED}::text[])))
      group by 1
    ) sums on sums.supply_route_id = supply_routes.id
    where supply_routes.kind <> 'own'
    order by sums.lines_count desc nulls last, supply_routes.name`.execute(db)
  return rows
}

/** Locks the awaited lines of a supplier by ascending id, the common order. */
export const lockAwaited = (db: Db, ids: readonly number[]) =>
  sql`select from supplier_order_lines where id = any(${ids}::integer[]) order by id for update`.execute(db)

/** Increases the received quantity of the lines; a negative quantity reverses it. */
export const addReceived = (db: Db, received: readonly { id: number; qty: number; state: LineState }[], now: Date) =>
  sql`
    update supplier_order_lines line set received_qty = line.received_qty + taken.qty,
      line_state = case when line.received_qty + taken.qty >= coalesce(line.confirmed_qty, line.qty) or taken.qty < 0
        then taken.state else line.line_state end,
      version = version + 1, changed_at = ${now}
    from (
      select id, sum(qty) as qty, max(state) as state
      from unnest(${received.map(({ id }) => id)}::integer[], ${received.map(({ qty }) => qty)}::numeric[],
        ${received.map(({ state }) => state)}::text[]) as given (id, qty, state) group by 1
    ) taken
    where line.id = taken.id`.execute(db)
