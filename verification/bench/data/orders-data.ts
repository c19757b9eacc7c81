import type { Database, SqlPool, SqlTransaction } from '@artikul/server/db'
import { makeIndexes, noteTables } from './bulk-load.ts'
import { fillTrade } from './trade-data.ts'
import { tradeSize } from './trade-shape.ts'

export const COMPANIES = 3000
const ITEMS = 113_000
const POINTS_OF_COMPANY = 10
const DAYS = 730
/** Orders written at once. */
const PART = 50_000
/** One order of five hundred lines in every so many. */
const LARGE_EVERY = 10_000
export const LINES_OF_LARGE = 500
const TABLES = ['orders', 'order_lines', 'order_line_allocations', 'line_transitions']

/** Deterministic pseudo-random number between 0 and 1. */
const share = (of: string, purpose: number) => `bench.share((${of})::bigint, ${purpose})`

/** The first companies order the most: the largest places about every fiftieth order. */
const COMPANY = `1 + floor(${COMPANIES} * power(${share('n', 1)}, 2))::integer`
const POINT = `company + ${COMPANIES} * floor(${POINTS_OF_COMPANY} * ${share('n', 2)})::integer`
const LINES = `case when n % ${LARGE_EVERY} = 0 then ${LINES_OF_LARGE} else 1 + floor(19 * ${share('n', 3)})::integer end`

/** States by days since the order; `at` is a share of all. */
const byAge = (at: string, [first, soon, later, old]: Record<string, number>[]) => {
  const pick = (states: Record<string, number> = {}) => {
    let upTo = 0
    const cases = Object.entries(states).map(([state, part]) => `when ${at} < ${(upTo += part)} then '${state}'`)
    return `case ${cases.join(' ')} else '${Object.keys(states)[0] ?? ''}' end`
  }
  return `case when age < 1 then ${pick(first)} when age < 4 then ${pick(soon)} when age < 10 then ${pick(later)}
    else ${pick(old)} end`
}

const STATUS = byAge(share('n', 4), [
  { in_work: 0.6, awaiting_payment: 0.2, on_hold: 0.08, needs_confirm: 0.07, new: 0.05 },
  { in_work: 0.95, needs_confirm: 0.05 },
  { in_work: 0.6, ready: 0.2, partly_shipped: 0.2 },
  { done: 0.93, cancelled: 0.03, shipped: 0.025, partly_shipped: 0.01, on_hold: 0.005 },
])
const STATE = byAge(share('line.id', 5), [
  { in_work: 0.4, reserved: 0.2, awaiting_payment: 0.2, on_hold: 0.08, needs_confirm: 0.07, new: 0.05 },
  { ordered_supplier: 0.4, confirmed_supplier: 0.3, in_work: 0.2, needs_confirm: 0.1 },
  { in_transit: 0.5, ready: 0.15, delayed: 0.1, arrived: 0.1, picking: 0.1, shipped: 0.05 },
  {
    issued: 0.93,
    refused_supplier: 0.03,
    shipped: 0.015,
    cancelled_client: 0.01,
    removed: 0.005,
    delayed: 0.003,
    return_requested: 0.002,
    on_hold: 0.002,
    returned: 0.003,
  },
])

async function insertOrders(tx: SqlTransaction, from: number, to: number, all: number) {
  await tx.query(`
    insert into orders (id, number, seller_id, contract_id, contractor_id, consignee_id, client_number, status,
      expected_date, lines_count, total_kop, vat_kop, actor_id, subject_id, created_at) overriding system value
    select n, to_char(ordered_at, 'YY-') || to_char(n, 'FM999999000000'), 1, company, company, ${POINT},
      case when ${share('n', 6)} < 0.2 then 'ЗН-' || n % 100000 else '' end, ${STATUS},
      ordered_at::date + 1 + floor(9 * ${share('n', 7)})::integer, ${LINES},
      floor(5e6 * power(${share('n', 8)}, 3)) + 10000, 1000, company, company, ordered_at
    from (
      select n, ${COMPANY} as company, ${DAYS} * (1 - n / ${all}::float8) as age,
        (select now_was from bench.orders_filled) - ${DAYS} * (1 - n / ${all}::float8) * interval '1 day' as ordered_at
      from generate_series(${from}, ${to}) n
    ) made`)
  await tx.query(`
    insert into order_lines (order_id, contractor_id, position, product_id, warehouse_id, brand, article, article_key,
      name, unit, qty, multiplicity, price_kop, purchase_kop, sum_kop, vat_rate, vat_kop, consignee_id, client_ref,
      replacement_policy, return_days, expected_date, guaranteed_date, actor_id, subject_id)
    select orders.id, contractor_id, position, product.id, 1 + product.id % 24, brands.name, product.article,
      product.article_key, product.name, 'шт', line.qty, 1, line.price, line.price * 8 / 10, line.price * line.qty, '22',
      line.price * line.qty * 22 / 122, orders.consignee_id,
      case when ${share('seed', 9)} < 0.3 then substr('АВЕКМНОРСТУХ', 1 + seed % 12, 1) || lpad((seed % 1000)::text, 3, '0')
        || substr('АВЕКМНОРСТУХ', 1 + seed % 11, 1) || substr('АВЕКМНОРСТУХ', 1 + seed % 7, 1) || '77' else '' end,
      'allowed', 14, orders.expected_date, orders.expected_date + 3, actor_id, subject_id
    from orders
    cross join lateral generate_series(1, orders.lines_count) position
    cross join lateral (select orders.id * 31 + position * 7919 as seed) known
    cross join lateral (
      select 2 + floor(6 * ${share('seed', 10)})::integer as qty, 5000 + floor(500000 * ${share('seed', 11)})::integer as price
    ) line
    join products product on product.id = 1 + floor(${ITEMS} * power(${share('seed', 12)}, 2))::integer
    join brands on brands.id = product.brand_id
    where orders.id between ${from} and ${to} order by orders.id, position`)
  const parts = (state: string, qty: string, where: string) => `
    insert into order_line_allocations (line_id, state, qty, contractor_id, consignee_id, ordered_at, expected_date)
    select id, ${state}, ${qty}, contractor_id, consignee_id, created_at, expected_date from (
      select line.*, orders.created_at, extract(day from (select now_was from bench.orders_filled) - orders.created_at) as age
      from order_lines line join orders on orders.id = line.order_id where orders.id between ${from} and ${to}
    ) line where ${where} order by id`
  // One piece of every twentieth line is refused.
  await tx.query(parts(STATE, 'qty - case when id % 20 = 0 then 1 else 0 end', 'true'))
  await tx.query(
    `${parts(`'refused_supplier'`, '1', 'id % 20 = 0')} on conflict (line_id, state, shipment_line_id) do update set qty = order_line_allocations.qty + 1`,
  )
  await tx.query(`
    insert into line_transitions (line_id, from_state, to_state, qty, actor_id, subject_id, created_at)
    select line.id, step.before, step.after, line.qty, line.actor_id, line.subject_id, orders.created_at
    from orders join order_lines line on line.order_id = orders.id
    cross join (values (null, 'new'), ('new', 'in_work'), ('in_work', 'in_transit'), ('in_transit', 'issued')) step (before, after)
    where orders.id between ${from} and ${to} and (orders.id % 10 = 0) order by line.id`)
}

/** Drops the indexes that no constraint needs; they are recreated after the rows. */
async function dropPlainIndexes(sql: SqlPool) {
  await sql.query(`
    insert into bench.dropped
    select row_number() over (), indexname, indexdef from pg_indexes
    where schemaname = 'public' and tablename = any('{${TABLES.join(',')}}')
      and indexname not in (select conname from pg_constraint)`)
  const names = await sql<{ name: string }[]>`select name from bench.dropped`
  for (const { name } of names) await sql.query(`drop index ${name}`)
}

async function insertPeople(sql: SqlPool) {
  await sql.query(`
    insert into consignees (id, contractor_id, name, address) overriding system value
    select n, 1 + (n - 1) % ${COMPANIES}, 'Точка ' || n, 'Москва'
    from generate_series(${COMPANIES + 1}, ${COMPANIES * POINTS_OF_COMPANY}) n;
    insert into users (login, email, full_name, roles, password_hash, current_contractor_id)
    select person.login, person.login || '@example.test', person.login, array[person.role], password_hash, person.company
    from users, (values ('manager', 'ARTIKUL_ORDER_MANAGER', null), ('clerk', 'CONTRACTOR_USER', 1))
      as person (login, role, company)
    where users.login = 'buyer1';
    insert into user_contractors (user_id, contractor_id, all_consignees)
    select id, 1, false from users where login = 'clerk';
    insert into user_consignees (user_id, contractor_id, consignee_id) select id, 1, 1 from users where login = 'clerk';`)
}

/** Creates two years of orders of three thousand companies, with ten lines each. */
export async function fillOrders(database: Database, orders: number): Promise<void> {
  const { sql } = database
  const log = (line: string) => console.error(line)
  await fillTrade(database, tradeSize({ items: ITEMS, offers: ITEMS, crosses: 0, buyers: COMPANIES }))
  await noteTables(sql)
  await sql.query(`truncate ${TABLES.join(', ')} restart identity cascade`)
  await makeIndexes(sql, () => undefined)
  await sql.query(`
    delete from user_consignees; delete from user_contractors where user_id in (select id from users where login in ('manager', 'clerk'));
    delete from users where login in ('manager', 'clerk'); delete from consignees where id > ${COMPANIES};
    create or replace function bench.share(n bigint, purpose bigint) returns float8 language sql immutable parallel safe as
    'select (hashint8extended(n, purpose) & 2147483647) / 2147483648.0::float8';
    drop table if exists bench.orders_filled; create table bench.orders_filled as select now() as now_was`)
  await insertPeople(sql)
  await dropPlainIndexes(sql)
  for (let from = 1; from <= orders; from += PART) {
    await sql.begin(async (tx) => {
      // Triggers and foreign keys would check every row, though the generated rows are valid.
      await tx.query(
        `set local session_replication_role = replica; set local synchronous_commit = off; set local work_mem = '256MB'`,
      )
      await insertOrders(tx, from, Math.min(from + PART - 1, orders), orders)
    })
    log(`заказы: ${Math.min(from + PART - 1, orders)} из ${orders}`)
  }
  await makeIndexes(sql, log)
  await sql`select setval('order_number', ${orders}), setval(pg_get_serial_sequence('orders', 'id'), ${orders}),
    setval(pg_get_serial_sequence('consignees', 'id'), ${COMPANIES * POINTS_OF_COMPANY})`
  await sql.query('vacuum analyze')
}
