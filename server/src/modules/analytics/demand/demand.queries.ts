import type { DemandKind } from '@artikul/contract/analytics/sales'
import { sql, type Transaction } from 'kysely'
import type { Db, DB } from '../../../platform/db/index.ts'
import { splitByMonths, type Period } from '../periods.ts'

/** Searches of a day above which a company without an order counts as comparing prices. */
const SCANNER_WISHES = 300
/** Days within which an order answers a search. */
export const ORDER_DAYS = 3
/** Wishes kept of each kind and day, and of each kind and month. */
const [KEPT_WISHES, KEPT_OF_MONTH] = [1000, 3000]

/** Marks searches that led to an order, and those of companies that only compared prices on the day. */
export async function markSearches(db: Db, from: string, to: string) {
  await sql`
    update search_events event set is_ordered = true
    where event.day between ${from} and ${to} and not event.is_ordered and event.product_id is not null and exists (
      select from order_lines line join orders on orders.id = line.order_id
      where line.product_id = event.product_id and line.contractor_id = event.contractor_id
        and orders.created_at >= ${from}::date::timestamp at time zone 'Europe/Moscow'
        and orders.created_at < (${to}::date + 1 + ${ORDER_DAYS}::integer)::timestamp at time zone 'Europe/Moscow'
        and orders.created_at >= event.searched_at
        and orders.created_at < event.searched_at + ${ORDER_DAYS} * interval '1 day')`.execute(db)
  await sql`
    update search_events event set is_scanner = judged.is_scanner
    from (
      select day, contractor_id, count(*) > ${SCANNER_WISHES} and not bool_or(is_ordered) as is_scanner
      from search_events where day between ${from} and ${to}
      group by day, contractor_id having count(*) > ${SCANNER_WISHES}
    ) judged
    where event.day between ${from} and ${to} and event.day = judged.day
      and event.contractor_id = judged.contractor_id and event.is_scanner <> judged.is_scanner`.execute(db)
}

/** A price this much above the company's last one, and a wait longer than these days, count as the reason not to order. */
const [DEAR_SHARE, LATE_DAYS] = [1.1, 5]

/**
 * Recomputes the unmet demand of the days, both included: searches that led to no order, product alerts, and lines refused
 * by their supplier.
 */
export async function computeDemand(db: Transaction<DB>, from: string, to: string) {
  await db.deleteFrom('demand_days').where('day', '>=', from).where('day', '<=', to).execute()
  await sql`
    with wished as (
      select case when not is_found then 'not_found' when offers_count = 0 then 'out_of_stock'
          when best_price_kop > paid.price_kop * ${DEAR_SHARE}::numeric then 'too_dear'
          when best_date > day + ${LATE_DAYS}::integer then 'too_late' else 'not_ordered' end as kind,
        day, wish, typed, product_id, contractor_id
      from search_events left join lateral (
        select line.price_kop from order_lines line join orders on orders.id = line.order_id
        where line.contractor_id = search_events.contractor_id and line.article_key = search_events.wish
          and line.product_id = search_events.product_id and orders.created_at < search_events.searched_at
        order by line.id desc limit 1
      ) paid on offers_count > 0
      where day between ${from} and ${to} and not is_scanner and not is_ordered
        and (product_id is not null or offers_count = 0)
      union all
      select case alert.kind when 'stock' then 'out_of_stock' else 'too_dear' end,
        (alert.created_at at time zone 'Europe/Moscow')::date, products.article_key, products.article, products.id,
        alert.contractor_id
      from product_alerts alert join products on products.id = alert.product_id
      where alert.created_at >= ${from}::date::timestamp at time zone 'Europe/Moscow'
        and alert.created_at < (${to}::date + 1)::timestamp at time zone 'Europe/Moscow'
      union all
      select 'refused', (refused.created_at at time zone 'Europe/Moscow')::date, line.article_key, line.article,
        line.product_id, line.contractor_id
      from line_transitions refused join order_lines line on line.id = refused.line_id
      where refused.to_state = 'refused_supplier'
        and refused.created_at >= ${from}::date::timestamp at time zone 'Europe/Moscow'
        and refused.created_at < (${to}::date + 1)::timestamp at time zone 'Europe/Moscow'
    ), wishes as (
      select kind, day, wish, min(typed) as typed, min(product_id) as product_id, count(distinct contractor_id) as companies
      from wished group by 1, 2, 3
    ), ranked as (
      select *, row_number() over (partition by kind, day order by companies desc, wish) as place from wishes
    )
    insert into demand_days (kind, day, wish, typed, product_id, companies_count)
    select kind, day, wish, typed, product_id, companies from ranked where place <= ${KEPT_WISHES}`.execute(db)
}

/** Sums up the months of the days, both included. */
export async function computeDemandMonths(db: Transaction<DB>, from: string, to: string) {
  await sql`delete from demand_months
    where month between date_trunc('month', ${from}::date) and date_trunc('month', ${to}::date)`.execute(db)
  await sql`
    insert into demand_months (kind, month, wish, typed, product_id, companies_count, last_on)
    select kind, month, wish, typed, product_id, companies, last_on from (
      select *, row_number() over (partition by kind, month order by companies desc, wish) as place from (
        select kind, date_trunc('month', day)::date as month, wish, min(typed) as typed, min(product_id) as product_id,
          sum(companies_count) as companies, max(day) as last_on
        from demand_days where day >= date_trunc('month', ${from}::date)
          and day < date_trunc('month', ${to}::date) + interval '1 month'
        group by 1, 2, 3
      ) summed
    ) ranked where place <= ${KEPT_OF_MONTH}`.execute(db)
}

export interface DemandPeriod extends Period {
  kind: DemandKind
}

export async function selectDemand(db: Db, { kind, ...period }: DemandPeriod, limit: number) {
  const { months, before, after } = splitByMonths(period)
  const days = sql`select wish, typed, product_id, companies_count, day from demand_days`
  const { rows } = await sql<{
    typed: string
    wishes_count: number
    last_on: string
    code: string | null
    brand: string | null
    article: string | null
    name: string | null
  }>`
    select wished.typed, wished.wishes_count, wished.last_on, products.code, brands.name as brand, products.article,
      products.name
    from (
      select wish, min(typed) as typed, min(product_id) as product_id, sum(companies_count)::integer as wishes_count,
        max(day) as last_on
      from (
        select wish, typed, product_id, companies_count, last_on as day from demand_months
        where kind = ${kind} and month between ${months.from} and ${months.to}
        union all ${days} where kind = ${kind} and day between ${before.from} and ${before.to}
        union all ${days} where kind = ${kind} and day between ${after.from} and ${after.to}
      ) wishes group by wish order by wishes_count desc, wish limit ${limit}
    ) wished
    left join products on products.id = wished.product_id
    left join brands on brands.id = products.brand_id
    order by wished.wishes_count desc, wished.wish`.execute(db)
  return rows
}
