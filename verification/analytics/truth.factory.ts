import { join } from 'node:path'
import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api'
import type { SqlPool } from '@artikul/server/db'

/** What an export holds: columns of PostgreSQL, read by DuckDB from CSV. Moments are microseconds UTC. */
const EXPORTS = {
  sellers: 'select id, tax_regime from sellers',
  warehouses: `select warehouses.id, supply_route_id as route, kind, vat_mode from warehouses
    join supply_routes on supply_routes.id = supply_route_id`,
  companies: 'select id, name, manager_id as manager from contractors',
  products: 'select id, brand_id as brand, group_id as "group", code, article, article_key as key from products',
  offers:
    'select product_id as product, warehouse_id as warehouse, on_hand, purchase_kop as purchase from offers where on_hand > 0',
  orders: `select id, contractor_id as company, total_kop as total, (extract(epoch from created_at) * 1000000)::bigint as moment from orders`,
  lines: `select id, order_id as "order", contractor_id as company, product_id as product, warehouse_id as warehouse, qty,
    price_kop as price, purchase_kop as purchase, is_delivery, guaranteed_date as promised from order_lines`,
  parts: 'select line_id as line, state, qty, shipment_line_id as sent from order_line_allocations',
  refusals: `select line_id as line, qty, reason, (extract(epoch from created_at) * 1000000)::bigint as moment
    from line_transitions where to_state = 'refused_supplier'`,
  changes: 'select id, line_id as line, old_guaranteed_date as promised from change_approvals',
  shipments: `select id, seller_id as seller, contract_id as contract, contractor_id as company, shipped_on as day, due_on as due,
    total_kop as total from shipments where cancelled_at is null`,
  sent: `select id, shipment_id as shipment, order_line_id as line, qty, sum_kop as kop, vat_kop as vat, vat_rate as rate
    from shipment_lines`,
  corrections: `select id, shipment_id as shipment, seller_id as seller, contractor_id as company, made_on as day, sum_kop as total
    from corrections`,
  corrected: `select correction_id as correction, shipment_line_id as sent, qty, sum_kop as kop, vat_kop as vat, vat_rate as rate
    from correction_lines`,
  payments: 'select contract_id as contract, sum_kop as kop from payments',
  // Without what the portal concluded about them.
  searches: `select day, contractor_id as company, wish, typed, (extract(epoch from searched_at) * 1000000)::bigint as moment,
    product_id as product, is_found, offers_count as offers, best_date, best_price_kop as price from search_events`,
}

/** Columns of texts that look like numbers. */
const TEXTS: Record<string, string> = {
  sent: `, types = {'rate': 'varchar'}`,
  corrected: `, types = {'rate': 'varchar'}`,
  searches: `, types = {'wish': 'varchar', 'typed': 'varchar'}`,
  products: `, types = {'code': 'varchar', 'article': 'varchar', 'key': 'varchar', 'group': 'bigint'}`,
}

const SHOWN = new Set(['typed', 'code', 'reason'])

type Row = Record<string, string | number | null>

/** The same figures from the exported rows, by another engine and statements of its own. */
export class Truth {
  readonly #duck: DuckDBConnection

  constructor(duck: DuckDBConnection) {
    this.#duck = duck
  }

  async rows(statement: string): Promise<Row[]> {
    const rows = (await this.#duck.runAndReadAll(statement)).getRowObjectsJson() as Row[]
    // Large integers arrive as texts.
    const read = ([name, value]: [string, string | number | null]) =>
      [name, typeof value === 'string' && !SHOWN.has(name) && /^-?\d+$/.test(value) ? Number(value) : value] as const
    return rows.map((row) => Object.fromEntries(Object.entries(row).map(read)))
  }

  /** Revenue and margin of the keys with revenue. */
  sales(by: 'brand' | 'group' | 'manager' | 'company', from: string, to: string) {
    return this.rows(`
      select coalesce("${by}", 0) as id, sum(kop) as revenue_kop, sum(kop - vat - cost) as margin_kop from facts
      where day between '${from}' and '${to}' group by 1 having sum(kop) > 0 order by 2 desc, 1 limit 200`)
  }

  totals(from: string, to: string) {
    return this.rows(`
      select coalesce(sum(kop), 0) as revenue_kop, coalesce(sum(kop - vat - cost), 0) as margin_kop,
        (select count(*) from orders where moscow(moment) between '${from}' and '${to}') as orders_count,
        (select round(sum(total) / count(*)) from orders where moscow(moment) between '${from}' and '${to}')::bigint as average_order_kop
      from facts where day between '${from}' and '${to}'`)
  }

  service(from: string, to: string) {
    return this.rows(`
      select route as id, count(*) as lines_count, round(10000.0 * sum(full_sent) / count(*))::bigint as filled_share,
        round(10000.0 * sum(in_time) / nullif(sum(full_sent), 0))::bigint as on_time_share, sum(refused > 0)::bigint as refused_count,
        sum(refused_kop)::bigint as refused_kop
      from outcomes where day between '${from}' and '${to}' group by route order by lines_count desc, id`)
  }

  reasons(from: string, to: string) {
    return this.rows(`
      select reason, count(distinct refusals.line) as lines_count, sum(refusals.qty * price)::bigint as sum_kop
      from refusals join lines on lines.id = refusals.line where moscow(moment) between '${from}' and '${to}'
      group by reason order by sum_kop desc, reason limit 20`)
  }

  /**
   * The portal keeps the thousand most wanted of a day, and of those the three thousand of a month, which whole months of
   * a period are read from.
   */
  demand(kind: string, from: string, to: string) {
    return this.rows(`
      with days as (
        select *, date_trunc('month', day) as month,
          date_trunc('month', day) >= '${from}' and last_day(day) <= '${to}' as is_whole
        from unmet where kind = '${kind}' and day between '${from}' and '${to}'
        qualify row_number() over (partition by day order by companies desc, wish) <= 1000
      ), months as (
        select wish, min(typed) as typed, sum(companies) as companies, max(day) as day from days where is_whole group by month, wish
        qualify row_number() over (partition by month order by sum(companies) desc, wish) <= 3000
      )
      select min(typed) as typed, sum(companies)::bigint as wishes_count, max(day)::text as last_on
      from (select wish, typed, companies, day from days where not is_whole union all from months)
      group by wish order by wishes_count desc, wish limit 200`)
  }

  debts() {
    return this.rows(`
      select company as id, sum(left_kop)::bigint as total_kop,
        coalesce(sum(left_kop) filter (late <= 0), 0)::bigint as not_due_kop,
        coalesce(sum(left_kop) filter (late between 1 and 7), 0)::bigint as to_7_kop,
        coalesce(sum(left_kop) filter (late between 8 and 30), 0)::bigint as to_30_kop,
        coalesce(sum(left_kop) filter (late between 31 and 60), 0)::bigint as to_60_kop,
        coalesce(sum(left_kop) filter (late between 61 and 90), 0)::bigint as to_90_kop,
        coalesce(sum(left_kop) filter (late > 90), 0)::bigint as over_90_kop, min(due)::text as oldest_due_on
      from owed where left_kop > 0 group by company order by total_kop desc, id limit 500`)
  }

  stockClasses() {
    return this.rows(`
      select abc, xyz, count(*) as products_count, sum(value)::bigint as value_kop, sum(revenue)::bigint as revenue_kop
      from stock group by all order by abc, xyz`)
  }

  stock(where: string) {
    return this.rows(`
      select code, on_hand::double as on_hand, value::bigint as value_kop, sold::double as sold_qty, revenue::bigint as revenue_kop,
        case when sold > 0 then least(round(on_hand * 365 / sold), 100000)::bigint end as cover_days, last_on::text as last_sold_on
      from stock join products on products.id = product where ${where} order by value_kop desc, product limit 200`)
  }

  fallingBuyers() {
    return this.rows(`
      select company as id, revenue as revenue_kop, usual as usual_kop,
        (select max(moscow(moment)) from orders where orders.company = summed.company)::text as ordered_on
      from (
        select company, coalesce(sum(kop) filter (day > as_of() - 30), 0)::bigint as revenue,
          round(coalesce(sum(kop) filter (day <= as_of() - 30), 0) / 3.0)::bigint as usual
        from facts where day > as_of() - 120 group by company
      ) summed where usual > 0 and revenue < usual / 2 order by usual - revenue desc, id limit 100`)
  }
}

/** One row per shipped or corrected line, with the purchase cost in whole kopecks. */
const FACTS = `
  create table facts as
  with moved as (
    select shipments.day, seller, company, line, kop, vat, qty, rate from sent join shipments on shipments.id = shipment
    union all
    select corrections.day, corrections.seller, corrections.company, sent.line, -corrected.kop, -corrected.vat,
      -coalesce(corrected.qty, 0), corrected.rate
    from corrected join corrections on corrections.id = correction join sent on sent.id = corrected.sent
  )
  select moved.day, moved.company, manager, brand, "group", kop::bigint as kop, vat::bigint as vat,
    round(case when tax_regime = 'osno' and vat_mode <> 'none' and rate <> 'none'
      then purchase * moved.qty::double / (1 + try_cast(rate as integer) / 100.0) else purchase * moved.qty::double end)::bigint as cost
  from moved join lines on lines.id = moved.line join products on products.id = lines.product
  join warehouses on warehouses.id = lines.warehouse join sellers on sellers.id = moved.seller
  join companies on companies.id = moved.company`

const OUTCOMES = `
  create table outcomes as
  with promises as (select line, arg_min(promised, id) as promised from changes group by line), ends as (
    select parts.line, sum(parts.qty) filter (state in ('shipped', 'issued', 'return_requested', 'returned')) as sent,
      sum(parts.qty) filter (state = 'cancelled_client') as cancelled,
      sum(parts.qty) filter (state in ('refused_supplier', 'removed')) as refused, max(shipments.day) as last_day
    from parts left join sent on sent.id = parts.sent left join shipments on shipments.id = sent.shipment group by parts.line
  )
  select moscow(orders.moment) as day, route, coalesce(refused, 0) as refused, coalesce(refused, 0) * price as refused_kop,
    (coalesce(sent, 0) = lines.qty - coalesce(cancelled, 0))::integer as full_sent,
    (full_sent = 1 and last_day <= coalesce(promises.promised, lines.promised))::integer as in_time
  from lines join orders on orders.id = lines."order" join warehouses on warehouses.id = lines.warehouse
  join ends on ends.line = lines.id left join promises on promises.line = lines.id
  where not is_delivery and coalesce(cancelled, 0) < lines.qty`

/** Searches of a company for a product: ordered within three days, and the last price paid before. */
const UNMET = `
  create table judged as
  with bought as (
    select lines.id, lines.company, product, orders.moment, price from lines join orders on orders.id = lines."order"
    where lines.company in (select distinct company from searches)
  ), meetings as (
    select searches.company, searches.wish, searches.day, searches.moment as searched,
      bool_or(bought.moment >= searches.moment and bought.moment < searches.moment + 3 * 86400000000) as ordered,
      arg_max(bought.price, bought.id) filter (bought.moment < searches.moment) as paid
    from searches join bought on bought.company = searches.company and bought.product = searches.product group by all
  )
  select searches.*, coalesce(ordered, false) as ordered, paid,
    count(*) over (partition by searches.day, searches.company) > 300
      and not bool_or(coalesce(ordered, false)) over (partition by searches.day, searches.company) as scanner
  from searches left join meetings on meetings.company = searches.company and meetings.wish = searches.wish
    and meetings.day = searches.day and meetings.searched = searches.moment;
  create table unmet as
  select kind, day, wish, min(typed) as typed, count(distinct company) as companies from (
    select case when not is_found then 'not_found' when offers = 0 then 'out_of_stock' when price * 10 > paid * 11 then 'too_dear'
      when best_date - day > 5 then 'too_late' else 'not_ordered' end as kind, day, wish, typed, company
    from judged where not scanner and not ordered and (product is not null or offers = 0)
    union all
    select 'refused', moscow(refusals.moment), key, article, company
    from refusals join lines on lines.id = line join products on products.id = product
  ) group by kind, day, wish`

const OWED = `
  create table owed as
  with bills as (
    select shipments.id, contract, company, due, total - coalesce((select sum(total) from corrections where shipment = shipments.id), 0) as kop
    from shipments
  ), running as (
    select *, sum(kop) over (partition by contract order by due, id) as upto from bills
  ), paid as (select contract, sum(kop) as kop from payments group by contract)
  select company, due, as_of() - due as late, least(running.kop, greatest(0, upto - coalesce(paid.kop, 0))) as left_kop
  from running left join paid using (contract)`

const STOCK = `
  create table stock as
  with held as (
    select product, sum(on_hand) as on_hand, sum(on_hand * purchase) as value
    from offers join warehouses on warehouses.id = warehouse where kind = 'own' group by product
  ), months as (
    select product, (as_of() - day) * 12 // 365 as month, sum(sent.qty) as qty, sum(kop) as kop, max(day) as last_on
    from sent join shipments on shipments.id = shipment join lines on lines.id = sent.line
    join warehouses on warehouses.id = lines.warehouse
    where kind = 'own' and not is_delivery and day > as_of() - 365 and day <= as_of() group by 1, 2
  ), sold as (
    select product, sum(qty) as qty, sum(kop) as kop, max(last_on) as last_on, sum(qty * qty) as squares from months group by product
  ), goods as (
    select coalesce(held.product, sold.product) as product, coalesce(on_hand, 0) as on_hand, coalesce(value, 0) as value,
      coalesce(qty, 0) as sold, coalesce(kop, 0) as revenue, last_on, case when qty > 0 then sqrt(greatest(12 * squares / (qty * qty) - 1, 0)) end as variation
    from held full join sold on sold.product = held.product
  ), ranked as (
    select *, sum(revenue) over (order by revenue desc, product) - revenue as better, sum(revenue) over () as whole from goods
  )
  select *, case when revenue > 0 and better < whole * 0.8 then 'A' when revenue > 0 and better < whole * 0.95 then 'B' else 'C' end as abc,
    case when variation <= 0.5 then 'X' when variation <= 1 then 'Y' else 'Z' end as xyz from ranked`

/** Exports the rows of the database to CSV and computes the figures from them with DuckDB. */
export async function computeTruth(
  sql: SqlPool,
  folder: string,
  { today, searchedSince }: { today: string; searchedSince: string },
) {
  const instance = await DuckDBInstance.create(join(folder, 'truth.duckdb'), {
    memory_limit: '4GB',
    temp_directory: folder,
  })
  const duck = await instance.connect()
  for (const [name, select] of Object.entries(EXPORTS)) {
    const file = join(folder, `${name}.csv`)
    const since = name === 'searches' ? ` where day >= '${searchedSince}'` : ''
    await sql.query(`copy (${select}${since}) to '${file}' (format csv, header)`)
    await duck.run(
      `create table ${name} as from read_csv('${file}', header = true, allow_quoted_nulls = false, sample_size = -1${TEXTS[name] ?? ''})`,
    )
  }
  await duck.run(`create or replace macro moscow(moment) as (make_timestamp(moment + 10800000000)::date)`)
  await duck.run(`create or replace macro as_of() as date '${today}'`)
  for (const step of [FACTS, OUTCOMES, UNMET, OWED, STOCK]) await duck.run(step)
  return {
    truth: new Truth(duck),
    close: () => {
      duck.closeSync()
      instance.closeSync()
    },
  }
}
