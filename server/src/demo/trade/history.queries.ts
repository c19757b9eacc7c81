import { sql, type Kysely } from 'kysely'
import type { DB } from '../../platform/db/index.ts'
import { closeOrders, IS_REFUSED } from './life.queries.ts'

/** Number of the last order before those of the last three months. */
const NUMBERS_BEFORE = 2400
/** Whole weeks, so that orders keep their weekdays; four shifts make a year of a quarter. */
const SHIFT_DAYS = 84
/** Share of orders by month: car services are busiest when the tyres change. */
const SEASON = [55, 60, 85, 100, 95, 75, 65, 70, 90, 100, 95, 75]
/** Prices were lower by this share in each earlier quarter. */
const PRICE_STEP = 0.02
const REASONS = [
  'Нет в наличии у поставщика',
  'Снято с производства',
  'Изменилась цена поставщика',
  'Брак при отгрузке',
]

/** Leaves numbers to the orders of the past. */
export const reserveNumbers = (db: Kysely<DB>) => sql`select setval('order_number', ${NUMBERS_BEFORE})`.execute(db)

/**
 * Inserts a year before the last three months: copies of their finished orders, fewer in the quiet months.
 * @param newcomerIds companies that have no earlier orders
 */
export async function insertHistory(db: Kysely<DB>, newcomerIds: readonly number[]) {
  await db.transaction().execute(async (tx) => {
    await sql`
      with moved as (
        select orders.*, orders.id as copied_id, shift, orders.created_at - shift * ${SHIFT_DAYS}::integer * interval '1 day' as at
        from orders cross join generate_series(1, 4) shift
        where status in ('done', 'cancelled') and not contractor_id = any(${newcomerIds}::integer[])
      ), chosen as (
        select *, row_number() over (order by at desc, copied_id) as back from moved
        where at > now() - interval '1 year'
          and (copied_id * 31 + shift * 17) % 100 < (${SEASON}::integer[])[extract(month from at)::integer]
      ), made as (
        insert into orders (number, seller_id, contract_id, contractor_id, consignee_id, client_number, status, expected_date,
          lines_count, total_kop, vat_kop, actor_id, subject_id, created_at)
        select to_char(at, 'YY') || '-' || to_char(${NUMBERS_BEFORE}::integer - back, 'FM999999000000'), seller_id, contract_id,
          contractor_id, consignee_id, client_number, 'new', expected_date - shift * ${SHIFT_DAYS}::integer, lines_count,
          total_kop, vat_kop, actor_id, subject_id, at
        from chosen order by back desc
        returning id, number
      )
      insert into order_lines (order_id, contractor_id, position, product_id, warehouse_id, brand, article, article_key, name,
        unit, qty, multiplicity, price_kop, purchase_kop, sum_kop, vat_rate, vat_kop, consignee_id, client_ref,
        replacement_policy, return_days, expected_date, guaranteed_date, actor_id, subject_id)
      select made.id, line.contractor_id, position, product_id, warehouse_id, brand, article, article_key, name, unit, qty,
        multiplicity, cheaper.price_kop, round(purchase_kop * factor), cheaper.sum_kop, vat_rate,
        case when vat_rate = 'none' then 0 else round(cheaper.sum_kop * vat_rate::integer / (100 + vat_rate::integer)::numeric) end,
        line.consignee_id, client_ref, replacement_policy, return_days, line.expected_date - shift * ${SHIFT_DAYS}::integer,
        guaranteed_date - shift * ${SHIFT_DAYS}::integer, line.actor_id, line.subject_id
      from chosen
      join made on made.number =
        to_char(at, 'YY') || '-' || to_char(${NUMBERS_BEFORE}::integer - back, 'FM999999000000')
      join order_lines line on line.order_id = chosen.copied_id
      cross join lateral (select 1 - shift * ${PRICE_STEP}::numeric as factor) past
      cross join lateral (select round(line.price_kop * factor) as price_kop) priced
      cross join lateral (select priced.price_kop, round(priced.price_kop * line.qty) as sum_kop) cheaper
      order by made.id, position`.execute(tx)
    await sql`
      insert into order_line_allocations (line_id, state, qty)
      select line.id, case when ${IS_REFUSED} then 'refused_supplier' else 'issued' end, line.qty
      from order_lines line where not exists (select from order_line_allocations part where part.line_id = line.id)`.execute(
      tx,
    )
    await sql`
      insert into line_transitions (line_id, to_state, qty, actor_id, subject_id, created_at)
      select line.id, case when kind = 'own' then 'reserved' else 'in_work' end, line.qty, orders.actor_id, orders.subject_id,
        orders.created_at
      from orders join order_lines line on line.order_id = orders.id
      join warehouses on warehouses.id = line.warehouse_id
      join supply_routes on supply_routes.id = warehouses.supply_route_id
      where orders.status = 'new' and orders.created_at < now() - interval '7 days'`.execute(tx)
    await sql`
      update orders set total_kop = sums.total_kop, vat_kop = sums.vat_kop
      from (select order_id, sum(sum_kop) as total_kop, sum(vat_kop) as vat_kop from order_lines group by 1) sums
      where orders.id = sums.order_id and orders.status = 'new'
        and orders.created_at < now() - interval '7 days'`.execute(tx)
    await closeOrders(tx)
  })
}

/** Inserts the history of finished lines: their ways to the buyer end with the shipment, refusals with a reason. */
export async function insertPastTransitions(db: Kysely<DB>, managerId: number) {
  await sql`
    insert into line_transitions (line_id, from_state, to_state, qty, actor_id, subject_id, created_at)
    select line_id, lag(state, 1, begun) over (partition by line_id order by step), state, steps.qty,
      case when state = 'issued' then coalesce(receiver_id, shipments.actor_id) else ${managerId}::integer end,
      case when state = 'issued' then coalesce(receiver_id, shipments.subject_id) else ${managerId}::integer end,
      case state when 'issued' then received_at when 'shipped' then shipments.created_at
        else ordered_at + (shipments.created_at - ordered_at) * share end
    from (
      select part.line_id, part.qty, part.ordered_at, part.shipment_line_id, first.to_state as begun, way.*
      from order_line_allocations part
      join order_lines line on line.id = part.line_id
      join warehouses on warehouses.id = line.warehouse_id
      join supply_routes on supply_routes.id = warehouses.supply_route_id
      cross join lateral (
        select to_state from line_transitions known where known.line_id = part.line_id order by id limit 1) first
      join (values (true, 1, 'reserved', 0.05), (true, 5, 'ready', 0.9), (true, 6, 'shipped', 1), (true, 7, 'issued', 1),
        (false, 1, 'in_work', 0.02), (false, 2, 'ordered_supplier', 0.05), (false, 3, 'confirmed_supplier', 0.15),
        (false, 4, 'in_transit', 0.5), (false, 5, 'ready', 0.9), (false, 6, 'shipped', 1), (false, 7, 'issued', 1)
      ) way (is_own, step, state, share) on is_own = (kind = 'own') and way.state <> first.to_state
      where part.state = 'issued'
    ) steps
    join shipment_lines on shipment_lines.id = steps.shipment_line_id
    join shipments on shipments.id = shipment_lines.shipment_id
    order by line_id, step`.execute(db)
  await sql`
    insert into line_transitions (line_id, from_state, to_state, qty, reason, by_supplier, created_at)
    select part.line_id, first.to_state, part.state, part.qty,
      (${REASONS}::text[])[1 + part.line_id % 7 % ${REASONS.length}::integer], true, part.ordered_at + interval '20 hours'
    from order_line_allocations part
    cross join lateral (
      select to_state from line_transitions known where known.line_id = part.line_id order by id limit 1) first
    where part.state = 'refused_supplier'`.execute(db)
}
