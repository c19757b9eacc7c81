import { DEAD_AFTER_DAYS, type StockChoice, type StockReport, type StockRow } from '@artikul/contract/analytics/sales'
import { sql, type Transaction } from 'kysely'
import type { Db, DB } from '../../../platform/db/index.ts'

const YEAR_DAYS = 365
const MONTHS = 12

/**
 * Recomputes the stock of own warehouses with its sales of a year. ABC follows the cumulative share of revenue (80 and
 * 95 %, after Pareto); XYZ the coefficient of variation of twelve monthly quantities, σ / mean (50 and 100 %: parts sell
 * less evenly than the 10 and 25 % of textbooks assume).
 */
export async function computeStock(db: Transaction<DB>, today: string) {
  await db.deleteFrom('stock_figures').execute()
  await sql`
    with own as materialized (
      select warehouses.id from warehouses join supply_routes on supply_routes.id = warehouses.supply_route_id
      where supply_routes.kind = 'own'
    ), stock as (
      select product_id, sum(on_hand) as on_hand, sum(round(on_hand * purchase_kop)) as value_kop
      from offers where warehouse_id in (select id from own) and on_hand > 0 group by product_id
    ), monthly as (
      select bought.product_id, (${today}::date - shipment.shipped_on) * ${MONTHS} / ${YEAR_DAYS} as month,
        sum(line.qty) as qty, sum(line.sum_kop) as kop, sum(line.qty * bought.purchase_kop) as cost_kop, max(shipment.shipped_on) as last_on
      from shipments shipment
      join shipment_lines line on line.shipment_id = shipment.id
      join order_lines bought on bought.id = line.order_line_id and not bought.is_delivery
      where shipment.cancelled_at is null and shipment.shipped_on > ${today}::date - ${YEAR_DAYS}::integer
        and shipment.shipped_on <= ${today} and bought.warehouse_id in (select id from own)
      group by 1, 2
    ), sold as (
      select product_id, sum(qty) as qty, sum(kop) as kop, sum(cost_kop) as cost_kop, max(last_on) as last_on,
        -- Months without sales count as zero.
        sqrt(greatest(sum(qty * qty) / ${MONTHS} - (sum(qty) / ${MONTHS}) ^ 2, 0)) / (sum(qty) / ${MONTHS}) as variation
      from monthly group by product_id
    ), figures as (
      select coalesce(stock.product_id, sold.product_id) as product_id, coalesce(stock.on_hand, 0) as on_hand,
        coalesce(stock.value_kop, 0) as value_kop, coalesce(sold.qty, 0) as sold_qty, coalesce(sold.kop, 0) as revenue_kop,
        round(coalesce(sold.cost_kop, 0)) as cost_kop,
        sold.variation, sold.last_on,
        -- Revenue of better products before this one.
        sum(coalesce(sold.kop, 0)) over (order by coalesce(sold.kop, 0) desc, coalesce(stock.product_id, sold.product_id))
          - coalesce(sold.kop, 0) as better_kop,
        sum(coalesce(sold.kop, 0)) over () as all_kop
      from stock full join sold using (product_id)
    )
    insert into stock_figures (product_id, on_hand, value_kop, sold_qty, revenue_kop, cost_kop, abc, xyz, cover_days, last_sold_on)
    select product_id, on_hand, value_kop, sold_qty, revenue_kop, cost_kop,
      case when revenue_kop = 0 or better_kop >= all_kop * 0.95 then 'C' when better_kop >= all_kop * 0.8 then 'B' else 'A' end,
      case when variation <= 0.5 then 'X' when variation <= 1 then 'Y' else 'Z' end,
      case when sold_qty > 0 then least(round(on_hand * ${YEAR_DAYS} / sold_qty), 100000) end, last_on
    from figures`.execute(db)
}

const DEAD = sql`stock_figures.on_hand > 0
  and (stock_figures.last_sold_on is null or stock_figures.last_sold_on < computed.day - ${DEAD_AFTER_DAYS}::integer)`

const inChoice = (choice: StockChoice) =>
  choice === 'dead' ? DEAD : sql`stock_figures.abc = ${choice[0]} and stock_figures.xyz = ${choice[1]}`

/** Selects the products of the choice, the largest value of stock first. */
export async function selectStock(db: Db, choice: StockChoice, limit: number): Promise<StockRow[]> {
  const { rows } = await sql<StockRow>`
    select products.code, brands.name as brand, products.article, products.name, products.unit, few.on_hand, few.value_kop,
      few.sold_qty, few.revenue_kop, few.cover_days, few.last_sold_on
    from (
      select stock_figures.* from stock_figures cross join figures_computed computed where ${inChoice(choice)}
      order by stock_figures.value_kop desc, stock_figures.product_id limit ${limit}
    ) few
    join products on products.id = few.product_id join brands on brands.id = products.brand_id
    order by few.value_kop desc, few.product_id`.execute(db)
  return rows
}

interface ClassSums {
  abc: 'A' | 'B' | 'C'
  xyz: 'X' | 'Y' | 'Z'
  products_count: number
  value_kop: number
  revenue_kop: number
  dead_count: number
  dead_kop: number
  /** Purchase of a year's sales. */
  sold_cost_kop: number
}

async function selectClasses(db: Db): Promise<ClassSums[]> {
  const { rows } = await sql<ClassSums>`
    select abc, xyz, count(*)::integer as products_count, sum(value_kop)::bigint as value_kop,
      sum(revenue_kop)::bigint as revenue_kop, (count(*) filter (where ${DEAD}))::integer as dead_count,
      coalesce(sum(value_kop) filter (where ${DEAD}), 0)::bigint as dead_kop,
      sum(cost_kop)::bigint as sold_cost_kop
    from stock_figures cross join figures_computed computed group by abc, xyz order by abc, xyz`.execute(db)
  return rows
}

export async function readStock(db: Db, choice: StockChoice, limit: number): Promise<Omit<StockReport, 'computed_to'>> {
  const [classes, rows] = await Promise.all([selectClasses(db), selectStock(db, choice, limit)])
  const sum = (of: (row: ClassSums) => number) => classes.reduce((all, row) => all + of(row), 0)
  const [valueKop, soldKop] = [sum((row) => row.value_kop), sum((row) => row.sold_cost_kop)]
  return {
    totals: {
      products_count: sum((row) => row.products_count),
      value_kop: valueKop,
      cover_days: soldKop === 0 ? null : Math.round((valueKop * YEAR_DAYS) / soldKop),
    },
    dead: { products_count: sum((row) => row.dead_count), value_kop: sum((row) => row.dead_kop) },
    classes: classes.map(({ abc, xyz, products_count, value_kop, revenue_kop }) => ({
      ...{ abc, xyz, products_count, value_kop, revenue_kop },
    })),
    rows,
  }
}
