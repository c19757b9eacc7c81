import type { SalesDimension } from '@artikul/contract/analytics/sales'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../../platform/db/index.ts'
import { splitByMonths, type Period } from '../periods.ts'

export interface SalesSums {
  revenue_kop: number
  net_kop: number
  cost_kop: number
}

const SUMS = sql`coalesce(sum(revenue_kop), 0)::bigint as revenue_kop, coalesce(sum(net_kop), 0)::bigint as net_kop,
  coalesce(sum(cost_kop), 0)::bigint as cost_kop`

export type SalesTotalsRow = SalesSums & { orders_count: number; ordered_kop: number }

export async function selectTotals(db: Db, { from, to }: Period): Promise<SalesTotalsRow> {
  const { rows } = await sql<SalesTotalsRow>`
    select ${SUMS}, coalesce(sum(orders_count), 0)::integer as orders_count,
      coalesce(sum(ordered_kop), 0)::bigint as ordered_kop
    from sales_days where dimension = 'total' and day between ${from} and ${to}`.execute(db)
  return rows[0] ?? { revenue_kop: 0, net_kop: 0, cost_kop: 0, orders_count: 0, ordered_kop: 0 }
}

/** Selects every step of the period, also those without sales. */
export async function selectSteps(db: Db, { from, to }: Period, step: 'day' | 'week' | 'month') {
  const { rows } = await sql<SalesSums & { from: string }>`
    select step.day::date as from, ${SUMS}
    from generate_series(date_trunc(${step}, ${from}::date), ${to}::date, ${`1 ${step}`}::interval) as step (day)
    left join sales_days on dimension = 'total' and sales_days.day between ${from} and ${to}
      and sales_days.day >= step.day and sales_days.day < step.day + ${`1 ${step}`}::interval
    group by step.day order by step.day`.execute(db)
  return rows
}

/** Rows of the dimension: whole months of the period, and the days before and after them. */
function salesOf(dimension: SalesDimension, period: Period) {
  const { months, before, after } = splitByMonths(period)
  const sums = sql`key_id, revenue_kop, net_kop, cost_kop`
  const days = sql`select ${sums} from sales_days where dimension = ${dimension} and day between`
  return sql`
    select ${sums} from sales_months where dimension = ${dimension} and month between ${months.from} and ${months.to}
    union all ${days} ${before.from} and ${before.to}
    union all ${days} ${after.from} and ${after.to}`
}

const NAMES: Record<SalesDimension, RawBuilder<string>> = {
  brand: sql`(select name from brands where id = key_id)`,
  group: sql`(select name from inventory_groups where id = key_id)`,
  manager: sql`(select full_name from users where id = key_id)`,
  buyer: sql`(select name from contractors where id = key_id)`,
}

export type SalesRowOfKey = SalesSums & { id: number; name: string | null; previous_revenue_kop: number }

/** Selects the keys of the dimension with the most revenue, with that of the period before. */
export async function selectBreakdown(
  db: Db,
  dimension: SalesDimension,
  period: Period,
  { previous, limit }: { previous: Period; limit: number },
) {
  const { rows } = await sql<SalesRowOfKey>`
    select key_id as id, ${NAMES[dimension]} as name, revenue_kop, net_kop, cost_kop, previous_revenue_kop
    from (
      select key_id, ${SUMS}, sum(previous_kop)::bigint as previous_revenue_kop
      from (
        select key_id, revenue_kop, net_kop, cost_kop, 0 as previous_kop from (${salesOf(dimension, period)}) now
        union all
        select key_id, 0, 0, 0, revenue_kop from (${salesOf(dimension, previous)}) before
      ) both_periods group by key_id
    ) summed where revenue_kop <> 0 or previous_revenue_kop <> 0
    order by revenue_kop desc, key_id limit ${limit}`.execute(db)
  return rows
}

export interface FallingRow {
  id: number
  name: string
  manager: string | null
  revenue_kop: number
  usual_kop: number
  ordered_on: string | null
}

/** Selects buyers whose revenue of the last 30 days is under half of the usual, the largest losses first. */
export async function selectFallingBuyers(db: Db, today: string, limit: number) {
  const { rows } = await sql<FallingRow>`
    select contractors.id, contractors.name, users.full_name as manager, summed.revenue_kop, summed.usual_kop,
      (select max(day) from sales_days ordered where ordered.dimension = 'buyer' and ordered.key_id = contractors.id
        and ordered.orders_count > 0 and ordered.day > ${today}::date - 400) as ordered_on
    from (
      select key_id, coalesce(sum(revenue_kop) filter (where day > ${today}::date - 30), 0)::bigint as revenue_kop,
        round(coalesce(sum(revenue_kop) filter (where day <= ${today}::date - 30), 0) / 3)::bigint as usual_kop
      from sales_days where dimension = 'buyer' and day > ${today}::date - 120 and day <= ${today}
      group by key_id
    ) summed
    join contractors on contractors.id = summed.key_id
    left join users on users.id = contractors.manager_id
    where usual_kop > 0 and revenue_kop < usual_kop / 2
    order by usual_kop - revenue_kop desc, contractors.id limit ${limit}`.execute(db)
  return rows
}
