import type { DemandKind } from '@artikul/contract/analytics/sales'
import { sql, type Transaction } from 'kysely'
import type { Db, DB } from '../../../platform/db/index.ts'

/** Searches of a day above which a company without an order counts as comparing prices. */
const SCANNER_WISHES = 300
/** Days within which an order answers a search. */
const ORDER_DAYS = 3
/** Wishes kept of each kind and day. */
const KEPT_WISHES = 1000

/** Marks searches that led to an order, and those of companies that only compare prices. */
export async function markSearches(db: Db, from: string, to: string) {
  await sql`
    update search_events event set is_ordered = true
    where event.day between ${from} and ${to} and not event.is_ordered and event.product_id is not null and exists (
      select from order_lines line join orders on orders.id = line.order_id
      where line.product_id = event.product_id and line.contractor_id = event.contractor_id
        and orders.created_at >= event.searched_at
        and orders.created_at < event.searched_at + ${ORDER_DAYS} * interval '1 day')`.execute(db)
  await sql`
    update search_events event set is_scanner = true
    from (
      select day, contractor_id from search_events where day between ${from} and ${to}
      group by day, contractor_id having count(*) > ${SCANNER_WISHES} and not bool_or(is_ordered)
    ) scanner
    where event.day = scanner.day and event.contractor_id = scanner.contractor_id and not event.is_scanner`.execute(db)
}

/** Recomputes the unmet demand of the days, both included. */
export async function computeDemand(db: Transaction<DB>, from: string, to: string) {
  await db.deleteFrom('demand_days').where('day', '>=', from).where('day', '<=', to).execute()
  await sql`
    with wishes as (
      select case when not is_found then 'not_found' when offers_count = 0 then 'out_of_stock' else 'not_ordered' end
          as kind, day, wish, min(typed) as typed, min(product_id) as product_id, count(distinct contractor_id) as companies
      from search_events
      where day between ${from} and ${to} and not is_scanner and not is_ordered
        and (product_id is not null or offers_count = 0)
      group by 1, 2, 3
    ), ranked as (
      select *, row_number() over (partition by kind, day order by companies desc, wish) as place from wishes
    )
    insert into demand_days (kind, day, wish, typed, product_id, companies_count)
    select kind, day, wish, typed, product_id, companies from ranked where place <= ${KEPT_WISHES}`.execute(db)
}

export interface DemandPeriod {
  from: string
  to: string
  kind: DemandKind
}

export async function selectDemand(db: Db, { from, to, kind }: DemandPeriod, limit: number) {
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
      from demand_days where kind = ${kind} and day between ${from} and ${to}
      group by wish order by wishes_count desc, wish limit ${limit}
    ) wished
    left join products on products.id = wished.product_id
    left join brands on brands.id = products.brand_id
    order by wished.wishes_count desc, wished.wish`.execute(db)
  return rows
}
