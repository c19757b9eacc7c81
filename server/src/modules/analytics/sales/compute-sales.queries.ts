import { sql, type Transaction } from 'kysely'
import type { Db, DB } from '../../../platform/db/index.ts'

/** Sets the time limit of statements until the end of the transaction. @param limit such as `15min` */
export const limitStatements = (db: Transaction<DB>, limit: string) =>
  sql`select set_config('statement_timeout', ${limit}, true)`.execute(db)

/**
 * Recomputes the sales of the days, both included. Revenue is what was shipped less corrections, on the day of each
 * document. The purchase is counted without VAT where the seller deducts it (ОСНО and a supplier with VAT, НК РФ ст. 171).
 * A price correction returns no goods, so it lowers the revenue only.
 */
export async function computeSales(db: Transaction<DB>, from: string, to: string) {
  await db.deleteFrom('sales_days').where('day', '>=', from).where('day', '<=', to).execute()
  await sql`
    with lines as (
      select shipment.shipped_on as day, shipment.contractor_id, line.order_line_id, line.sum_kop, line.vat_kop,
        line.qty, line.vat_rate, shipment.seller_id, 1 as line
      from shipments shipment join shipment_lines line on line.shipment_id = shipment.id
      where shipment.cancelled_at is null and shipment.shipped_on between ${from} and ${to}
      union all
      select correction.made_on, correction.contractor_id, shipped.order_line_id, -line.sum_kop, -line.vat_kop,
        -coalesce(line.qty, 0), line.vat_rate, correction.seller_id, 0
      from corrections correction
      join correction_lines line on line.correction_id = correction.id
      join shipment_lines shipped on shipped.id = line.shipment_line_id
      where correction.made_on between ${from} and ${to}
    ), facts as (
      select lines.day, lines.contractor_id as buyer, coalesce(contractors.manager_id, 0) as manager,
        products.brand_id as brand, coalesce(products.group_id, 0) as "group", lines.sum_kop as revenue,
        lines.sum_kop - lines.vat_kop as net, lines.line,
        -- Whole kopecks of each line, so that every breakdown sums up to the total.
        round(order_lines.purchase_kop * lines.qty * 100 / case
          when sellers.tax_regime = 'osno' and supply_routes.vat_mode <> 'none' and lines.vat_rate <> 'none'
          then 100 + lines.vat_rate::integer else 100 end) as cost
      from lines
      join order_lines on order_lines.id = lines.order_line_id
      join products on products.id = order_lines.product_id
      join warehouses on warehouses.id = order_lines.warehouse_id
      join supply_routes on supply_routes.id = warehouses.supply_route_id
      join sellers on sellers.id = lines.seller_id
      join contractors on contractors.id = lines.contractor_id
    ), shipped as (
      select case when grouping(brand) = 0 then 'brand' when grouping("group") = 0 then 'group'
          when grouping(manager) = 0 then 'manager' when grouping(buyer) = 0 then 'buyer' else 'total' end as dimension,
        day, coalesce(brand, "group", manager, buyer, 0) as key_id, sum(revenue) as revenue, sum(net) as net,
        sum(cost) as cost, sum(line) as lines
      from facts group by day, grouping sets ((brand), ("group"), (manager), (buyer), ())
    ), placed as (
      select (orders.created_at at time zone 'Europe/Moscow')::date as day, orders.contractor_id as buyer,
        coalesce(contractors.manager_id, 0) as manager, orders.total_kop
      from orders join contractors on contractors.id = orders.contractor_id
      where orders.created_at >= ${from}::date::timestamp at time zone 'Europe/Moscow'
        and orders.created_at < (${to}::date + 1)::timestamp at time zone 'Europe/Moscow'
    ), ordered as (
      select case when grouping(manager) = 0 then 'manager' when grouping(buyer) = 0 then 'buyer' else 'total' end
          as dimension, day, coalesce(manager, buyer, 0) as key_id, count(*) as orders, sum(total_kop) as kop
      from placed group by day, grouping sets ((manager), (buyer), ())
    )
    insert into sales_days (dimension, day, key_id, revenue_kop, net_kop, cost_kop, lines_count, orders_count, ordered_kop)
    select dimension, day, key_id, coalesce(revenue, 0), coalesce(net, 0), coalesce(cost, 0), coalesce(lines, 0),
      coalesce(orders, 0), coalesce(kop, 0)
    from shipped full join ordered using (dimension, day, key_id)`.execute(db)
}

/** Sums up the months of the days, both included. */
export async function computeMonths(db: Transaction<DB>, from: string, to: string) {
  await sql`delete from sales_months
    where month between date_trunc('month', ${from}::date) and date_trunc('month', ${to}::date)`.execute(db)
  await sql`
    insert into sales_months (dimension, month, key_id, revenue_kop, net_kop, cost_kop)
    select dimension, date_trunc('month', day)::date, key_id, sum(revenue_kop), sum(net_kop), sum(cost_kop)
    from sales_days where day >= date_trunc('month', ${from}::date)
      and day < date_trunc('month', ${to}::date) + interval '1 month'
    group by 1, 2, 3`.execute(db)
}

/** Selects the last day computed and the first day with a shipment or an order. */
export async function selectComputed(db: Db) {
  const { rows } = await sql<{ computed: string | null; first: string | null }>`
    select (select day from figures_computed) as computed,
      least((select min(shipped_on) from shipments),
        (select (min(created_at) at time zone 'Europe/Moscow')::date from orders)) as first`.execute(db)
  return rows[0] ?? { computed: null, first: null }
}

export const saveComputed = (db: Db, day: string, now: Date) =>
  db
    .insertInto('figures_computed')
    .values({ id: 1, day, computed_at: now })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ day, computed_at: now }))
    .execute()
