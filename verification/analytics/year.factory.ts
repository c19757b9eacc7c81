import type { Database, SqlPool } from '@artikul/server/db'
import { BENCH_PASSWORD, fillTrade } from '../bench/data/trade-data.ts'
import { tradeSize } from '../bench/data/trade-shape.ts'

/** Size of the generated year; every order has ten lines on average. */
export interface YearSize {
  orders: number
  searches: number
  /** Products; not a multiple of `WISH_STEP`. */
  items: number
}

export const SIZES: Record<string, YearSize> = {
  moderate: { orders: 20_000, searches: 1_000_000, items: 10_000 },
  tenth: { orders: 200_000, searches: 10_000_000, items: 50_000 },
  full: { orders: 2_000_000, searches: 100_000_000, items: 100_000 },
}

export const DAYS = 365
const COMPANIES = 3000
/** The last companies order nothing and sometimes search for hundreds of goods in a day. */
const SCANNERS = 10
const SCANNED_WISHES = 350
/** Steps through all products before one repeats. */
const WISH_STEP = 7919
export const OWNER = 'owner'

/** Indexes that neither the figures nor their pages read are left out: they would double the time and the disk. */
const KEPT_INDEXES = [
  ...['orders_created', 'order_lines_article', 'order_lines_product', 'order_lines_order', 'change_approvals_order'],
  ...['shipments_shipped', 'shipment_lines_order_line', 'line_transitions_refused', 'correction_lines_correction'],
]
const LOADED = [
  ...['orders', 'order_lines', 'order_line_allocations', 'line_transitions', 'change_approvals', 'shipments'],
  ...['shipment_lines', 'corrections', 'correction_lines', 'payments', 'search_events'],
]

/** Deterministic pseudo-random number between 0 and 1. */
const share = (of: string, purpose: number) => `year.share((${of})::bigint, ${purpose})`
const BASE_PRICE = (product: string) => `(5000 + floor(500000 * ${share(product, 20)}))`
const START = `(select start from year.known)`
const TODAY = `(select today from year.known)`
const DAY_OF_ORDER = `(orders.created_at at time zone 'Europe/Moscow')::date`

const PARTIES = `
  insert into sellers (name, full_name, inn, kpp, ogrn, address, tax_regime, director, invoice_prefix)
  values ('Без НДС', 'Без НДС', '7701234561', '770101001', '1257700001240', 'Москва', 'usn', 'Иванов И. И.', 'У');
  update supply_routes set vat_mode = 'none' where id % 6 = 0;
  insert into users (login, email, full_name, password_hash, roles, rights)
  select login, login || '@year.test', login, (select password_hash from users where login = 'buyer1'),
    array['ARTIKUL_ORDER_MANAGER'], array['executive']
  from (select '${OWNER}' as login union all select 'manager' || n from generate_series(1, 9) n) people;
  update contractors set manager_id = (select min(id) from users where login = '${OWNER}') + id % 10 where id % 5 <> 0;
  insert into inventory_groups (name, actor_id, subject_id) select 'Группа ' || n, 1, 1 from generate_series(1, 50) n;
  insert into inventory_group_rules (group_id, place, brand_id)
  select (select min(id) from inventory_groups) + id % 50, id, id from brands where id % 3 <> 0;
  update products set group_id = rules.group_id from inventory_group_rules rules where rules.brand_id = products.brand_id`

const ORDERS = ({ orders }: YearSize) => `
  insert into orders (id, number, seller_id, contract_id, contractor_id, consignee_id, status, expected_date, lines_count,
    total_kop, vat_kop, actor_id, subject_id, created_at) overriding system value
  select n, 'N' || n, 1 + (n % 5 = 0)::integer, company, company, company, 'done', at::date + 3, lines, 0, 0, 1, 1, at
  from (
    select n, 1 + floor(${COMPANIES - SCANNERS} * power(${share('n', 1)}, 2))::integer as company,
      1 + floor(19 * ${share('n', 2)})::integer as lines,
      ${START} + (now() - interval '1 minute' - ${START}) * (n / ${orders}::float8) as at
    from generate_series(1, ${orders}) n
  ) made`

const LINES = ({ items }: YearSize) => `
  insert into order_lines (order_id, contractor_id, position, product_id, warehouse_id, brand, article, article_key, name,
    unit, qty, multiplicity, price_kop, purchase_kop, sum_kop, vat_rate, vat_kop, consignee_id, replacement_policy,
    return_days, expected_date, guaranteed_date, actor_id, subject_id, is_delivery)
  select made.order_id, company, position, product.id, warehouse, '', product.article, product.article_key, '', 'шт', qty, 1,
    price, floor(price * (0.6 + 0.3 * ${share('seed', 11)})), price * qty, rate,
    case rate when 'none' then 0 else round(price * qty * rate::integer / (100.0 + rate::integer)) end, company, 'allowed', 14,
    expected, expected + 2, 1, 1, position = 1 and made.order_id % 20 = 0
  from (
    select orders.id as order_id, contractor_id as company, position, orders.expected_date as expected, seed,
      1 + floor(${items} * power(${share('seed', 12)}, 2))::integer as product_id,
      case when ${share('seed', 13)} < 0.4 then 1 + seed % 3 else 4 + seed % 21 end as warehouse,
      1 + floor(6 * ${share('seed', 10)})::integer as qty,
      case when seller_id = 2 then 'none' when seed % 50 = 0 then '10' else '22' end as rate
    from orders cross join lateral generate_series(1, lines_count) position
    cross join lateral (select orders.id * 31::bigint + position * 7919 as seed) known
  ) made join products product on product.id = made.product_id
  cross join lateral (select floor(${BASE_PRICE('product.id')} * (0.85 + 0.3 * ${share('seed', 14)}))::integer as price) priced
  order by made.order_id, position;
  update orders set total_kop = summed.kop from (
    select order_id, sum(sum_kop) as kop from order_lines group by order_id) summed where summed.order_id = orders.id`

/** Outcome of a line by its number: most are shipped whole, some in part, refused, cancelled or still open. */
const OUTCOME = `case when ${share('line.id', 30)} < 0.9 then 'whole' when ${share('line.id', 30)} < 0.93 then 'part'
  when ${share('line.id', 30)} < 0.96 then 'refused' when ${share('line.id', 30)} < 0.98 then 'cancelled' else 'open' end`

const SHIPMENTS = `
  insert into shipments (id, number, seller_id, contract_id, contractor_id, consignee_id, shipped_on, due_on, total_kop,
    vat_kop, actor_id, subject_id, accept_until, cancelled_at, canceller_id, received_on, received_at)
    overriding system value
  select id, 'S' || id, seller_id, contract_id, contractor_id, consignee_id, day, day + (id % 4) * 15, 0, 0, 1, 1, day + 3,
    case when id % 97 = 0 then now() end, case when id % 97 = 0 then 1 end,
    case when id % 97 <> 0 and day + 3 < ${TODAY} then day + 3 end,
    case when id % 97 <> 0 and day + 3 < ${TODAY} then day + 3 end
  from (select orders.*, ${DAY_OF_ORDER} + floor(9 * power(${share('id', 31)}, 2))::integer as day from orders) made
  where day <= ${TODAY};
  insert into shipment_lines (id, shipment_id, order_line_id, qty, sum_kop, vat_rate, vat_kop, position, price_kop)
    overriding system value
  select id, order_id, id, shipped, price_kop * shipped, vat_rate, round(vat_kop * shipped / qty), position, price_kop
  from (
    select line.*, case when ${OUTCOME} = 'part' then ceil(line.qty / 2) else line.qty end as shipped
    from order_lines line join shipments on shipments.id = line.order_id where ${OUTCOME} in ('whole', 'part')
  ) sent order by id;
  update shipments set total_kop = summed.kop, vat_kop = summed.vat from (
    select shipment_id, sum(sum_kop) as kop, sum(vat_kop) as vat from shipment_lines group by 1) summed
  where summed.shipment_id = shipments.id`

const PARTS = `
  insert into order_line_allocations (line_id, state, qty, shipment_line_id, contractor_id, consignee_id, ordered_at, expected_date)
  select line.id, part.state, part.qty, part.sent, line.contractor_id, line.consignee_id, orders.created_at, line.expected_date
  from order_lines line join orders on orders.id = line.order_id
  left join shipments on shipments.id = orders.id and shipments.cancelled_at is null
  left join shipment_lines on shipment_lines.id = line.id and shipments.id is not null
  cross join lateral (
    select case when shipments.received_on is not null then 'issued' else 'shipped' end as state, shipment_lines.qty, shipment_lines.id as sent
    where shipment_lines.id is not null
    union all
    select case ${OUTCOME} when 'refused' then 'refused_supplier' when 'cancelled' then 'cancelled_client' else 'reserved' end,
      line.qty - coalesce(shipment_lines.qty, 0), null
    where line.qty > coalesce(shipment_lines.qty, 0)
  ) part order by line.id;
  insert into line_transitions (line_id, from_state, to_state, qty, reason, by_supplier, created_at)
  select line.id, 'in_work', 'refused_supplier', line.qty,
    (array['Нет на складе', 'Снято с производства', 'Цена выросла', ''])[1 + line.id % 4], true,
    least(orders.created_at + interval '1 day' * (line.id % 3), now())
  from order_lines line join orders on orders.id = line.order_id where ${OUTCOME} = 'refused';
  insert into change_approvals (line_id, order_id, contractor_id, old_price_kop, new_price_kop, old_expected_date,
    new_expected_date, old_guaranteed_date, new_guaranteed_date, old_brand, new_brand, old_article, new_article, old_qty,
    new_qty, origins, by_supplier, on_timeout, state, created_at, due_at, ended_at)
  select id, order_id, contractor_id, price_kop, price_kop, expected_date, expected_date, guaranteed_date - 1 - again,
    guaranteed_date, '', '', '', '', qty, qty, '[]', true, 'keep', 'agreed', now(), now(), now()
  from order_lines, generate_series(0, 1) again where id % 100 = 7`

/** Returns and corrected prices, and payments of about nine tenths of what was shipped in a month. */
const MONEY = `
  insert into corrections (id, number, seller_id, contract_id, contractor_id, shipment_id, claim_id, made_on, sum_kop, vat_kop,
    actor_id, subject_id, created_at) overriding system value
  select line.id, 'C' || line.id, sent.seller_id, sent.contract_id, sent.contractor_id, sent.id, line.id, sent.shipped_on + 6,
    line.price_kop, round(line.vat_kop / line.qty), 1, 1, now()
  from shipment_lines line join shipments sent on sent.id = line.shipment_id
  where line.id % 211 = 0 and sent.cancelled_at is null and sent.shipped_on + 6 <= ${TODAY};
  insert into correction_lines (correction_id, contractor_id, shipment_line_id, qty, price_kop, sum_kop, vat_rate, vat_kop)
  select made.id, made.contractor_id, line.id, case when made.id % 2 = 0 then 1 end,
    case when made.id % 2 = 1 then line.price_kop / 2 end, made.sum_kop, line.vat_rate, made.vat_kop
  from corrections made join shipment_lines line on line.id = made.id;
  insert into payments (number, seller_id, contract_id, contractor_id, paid_on, sum_kop, actor_id, subject_id)
  select 'P', min(seller_id), contract_id, contractor_id, max(shipped_on), sum(total_kop) * (80 + contractor_id % 25) / 100, 1, 1
  from shipments where cancelled_at is null and contractor_id % 10 <> 0
  group by contract_id, contractor_id, date_trunc('month', shipped_on) having sum(total_kop) >= 100`

/** Searches of one day: those that preceded half of its order lines, and those of all companies for other goods. */
const SEARCHES = ({ searches, items }: YearSize, day: number) => `
  insert into search_events (day, contractor_id, channel, wish, typed, searched_at, product_id, is_found, offers_count,
    has_own_stock, best_date, best_price_kop)
  select distinct on (line.contractor_id, line.article_key) (orders.created_at at time zone 'Europe/Moscow')::date,
    line.contractor_id, 'list', line.article_key, line.article, orders.created_at, line.product_id, true, 3, false,
    line.expected_date, line.price_kop
  from orders join order_lines line on line.order_id = orders.id
  where orders.created_at >= ${START} + ${day} * interval '1 day' and orders.created_at < ${START} + ${day + 1} * interval '1 day'
    and line.id % 2 = 0;
  insert into search_events (day, contractor_id, channel, wish, typed, searched_at, product_id, is_found, offers_count,
    has_own_stock, best_date, best_price_kop)
  select day, company, 'search', case when luck < 0.1 then 'НЕТ' || key else key end, article,
    least(${START} + (${day} + 0.3 + 0.6 * luck) * interval '1 day', now()), case when luck >= 0.15 then product_id end,
    luck >= 0.1, case when luck >= 0.1 and luck < 0.97 then 1 + n % 9 when luck < 0.1 then 0 else 0 end, n % 3 = 0,
    case when luck >= 0.1 and luck < 0.97 then day + (n + company) % 9 end,
    case when luck >= 0.1 and luck < 0.97 then floor(${BASE_PRICE('product_id')} * (0.9 + 0.4 * luck)) end
  from (
    select (${START} at time zone 'Europe/Moscow')::date + ${day} as day, company, n, product.id as product_id,
      product.article_key as key, product.article, ${share(`company * 100003::bigint + n * 31 + ${day}`, 41)} as luck
    from generate_series(1, ${COMPANIES}) company
    cross join lateral generate_series(1, case
      when company > ${COMPANIES - SCANNERS} and ${day} % 30 = 0 then ${SCANNED_WISHES}
      else least(floor(${(searches * 0.9) / DAYS / COMPANIES} * 2 * ${share(`company * 1000 + ${day}`, 40)} + 0.5), ${items})
    end::integer) n
    join products product on product.id = 1 + (company * 104729::bigint + ${day} * 611953 + n * ${WISH_STEP}) % ${items}
  ) made on conflict do nothing`

/** Runs the statements as one bulk load: triggers and foreign keys would check every row, though the rows are valid. */
async function load(sql: SqlPool, statements: string) {
  await sql.begin(async (tx) => {
    await tx.query(
      `set local session_replication_role = replica; set local work_mem = '512MB'; set local max_parallel_workers_per_gather = 0`,
    )
    await tx.query(statements)
  })
}

/** Creates a year of orders, shipments, claims, payments and searches that ends today. */
export async function fillYear({ long: sql, ...database }: Database, size: YearSize, log: (line: string) => void) {
  await fillTrade(
    { long: sql, ...database },
    tradeSize({ items: size.items, offers: size.items * 2, crosses: 0, buyers: COMPANIES }),
  )
  await sql.query(`
    create schema year;
    create function year.share(n bigint, purpose bigint) returns float8 language sql immutable parallel safe as
    'select (hashint8extended(n, purpose) & 2147483647) / 2147483648.0::float8';
    create table year.known as select (now() at time zone 'Europe/Moscow')::date as today,
      ((now() at time zone 'Europe/Moscow')::date - ${DAYS - 1})::timestamp at time zone 'Europe/Moscow' as start;
    create table year.dropped as select indexname, indexdef from pg_indexes
    where schemaname = 'public' and tablename = any('{${LOADED.join(',')}}') and indexname not in (select conname from pg_constraint)`)
  for (const { indexname } of await sql<{ indexname: string }[]>`select indexname from year.dropped`)
    await sql.query(`drop index ${indexname}`)
  const steps: Record<string, string> = { parties: PARTIES, orders: ORDERS(size), lines: LINES(size) }
  for (const [name, statements] of Object.entries({ ...steps, shipments: SHIPMENTS, parts: PARTS, money: MONEY })) {
    await load(sql, statements)
    log(name)
  }
  for (const { indexdef } of await sql<{ indexdef: string }[]>`
    select indexdef from year.dropped where indexname = any(${KEPT_INDEXES})`)
    await sql.query(indexdef)
  log('indexes')
  await sql`select ensure_search_partition(month::date) from generate_series(now() - interval '400 days', now(), interval '20 days') month`
  for (let day = 0; day < DAYS; day += 1) {
    await load(sql, SEARCHES(size, day))
    if (day % 50 === 0) log(`searches of day ${day}`)
  }
  await sql.query('vacuum analyze')
  log('analyzed')
}

export const PASSWORD = BENCH_PASSWORD
