import type { Database, Sql, SqlTransaction } from '@artikul/server/db'
import { benchDatabase } from './data/database.ts'
import { fire, type Load } from './measure/load.ts'
import type { Result } from './run.ts'
import { startProcess } from './measure/server-process.ts'
import { BENCH_PASSWORD, fillTrade } from './data/trade-data.ts'
import { tradeSize } from './data/trade-shape.ts'

const COMPANIES = 3000
const USERS = 20_000
const CONSIGNEES = 30_000
/** Chain of workshops with the longest list that one client reads. */
const POINTS_OF_THE_LARGEST = 1000
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 5)
const CONNECTIONS = 8

/** Creates companies, people and consignees in the sizes the portal is designed for. */
async function fillCompanies(database: Database) {
  await fillTrade(database, tradeSize({ items: 1130, buyers: 1 }))
  const known = await database.sql`select 1 from users where login = 'manager'`
  if (known.length === 0) await database.sql.begin((tx) => insertCompanies(tx))
  await database.sql.query('vacuum analyze')
}

async function insertCompanies(sql: SqlTransaction) {
  await sql`
    insert into contractors (name, full_name, inn, kpp, address, phone, status, price_group_id, manager_id, stopped_reason)
    select case n % 3 when 0 then 'ООО «Автосервис ' when 1 then 'ИП Мастер ' else 'АО «Парк ' end || n || '»',
      'Компания ' || n, '77' || lpad(n::text, 8, '0'), '770101001', 'г. Москва, ул. Любая, д. ' || n,
      '+7495' || lpad(n::text, 7, '0'), case when n % 50 = 0 then 'pending' else 'active' end, 1, null,
      case when n % 40 = 0 then 'Долг' end
    from generate_series(2, ${COMPANIES}::integer) n`
  await sql`
    insert into users (login, email, full_name, phone, roles, password_hash, current_contractor_id)
    select 'user' || n, 'user' || n || '@example.test', 'Сотрудник ' || n, '+7900' || lpad(n::text, 7, '0'),
      array[case n % 7 when 0 then 'CONTRACTOR_ADMIN' else 'CONTRACTOR_USER' end],
      (select password_hash from users where login = 'buyer1'), 1 + n % ${COMPANIES}
    from generate_series(1, ${USERS}::integer) n`
  await sql`insert into user_contractors (user_id, contractor_id)
    select id, current_contractor_id from users where login like 'user%'`
  await sql`
    insert into users (login, email, full_name, roles, password_hash, current_contractor_id)
    select person.login, person.login || '@example.test', person.login, array[person.role], password_hash, person.company
    from users, (values ('manager', 'ARTIKUL_ORDER_MANAGER', null), ('largest', 'CONTRACTOR_ADMIN', 1))
      as person (login, role, company)
    where users.login = 'buyer1'`
  await sql`insert into user_contractors (user_id, contractor_id) select id, 1 from users where login = 'largest'`
  await sql`update contractors set manager_id = (select id from users where login = 'manager') where id % 5 = 0`
  await sql`
    insert into consignees (contractor_id, name, code, address, contact, phone, longitude, latitude)
    select case when n <= ${POINTS_OF_THE_LARGEST} then 1 else 1 + n % ${COMPANIES} end, 'Точка ' || n, 'Т-' || n,
      'г. Самара, ул. Заводская, д. ' || n, 'Приёмка', '+7846' || lpad(n::text, 7, '0'), 50 + n / 1e5, 53 + n / 1e5
    from generate_series(1, ${CONSIGNEES}::integer) n`
}

async function signIn(origin: string, login: string): Promise<Record<string, string>> {
  const reply = await fetch(`${origin}/api/v1/token/pair`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ login, password: BENCH_PASSWORD }),
  })
  const { access_token } = (await reply.json()) as { access_token: string }
  return { authorization: `Bearer ${access_token}` }
}

const LISTS: [name: string, who: 'manager' | 'largest', path: (n: number) => string][] = [
  ['companies', 'manager', (n) => `/api/v1/contractors?page=${1 + (n % 20)}&page_size=150`],
  ['companies by name', 'manager', (n) => `/api/v1/contractors?q=${encodeURIComponent(`сервис ${1 + (n % 300)}`)}`],
  [
    'companies by telephone',
    'manager',
    (n) => `/api/v1/contractors?phone=%2B7846${String(1 + (n % 9000)).padStart(7, '0')}`,
  ],
  ['one company', 'manager', (n) => `/api/v1/contractors/${1 + (n % COMPANIES)}`],
  ['points of a company', 'manager', (n) => `/api/v1/contractors/${1 + (n % COMPANIES)}/consignees`],
  ['users', 'manager', (n) => `/api/v1/manager/user/admin/user?page=${1 + (n % 100)}&page_size=150`],
  ['users of a company', 'manager', (n) => `/api/v1/manager/user/admin/user?contractor_id=${1 + (n % COMPANIES)}`],
  ['own points', 'largest', (n) => `/api/v1/consignees?page=${1 + (n % 6)}&page_size=150`],
  ['own points by address', 'largest', (n) => `/api/v1/consignees?q=${encodeURIComponent(`д. ${n % 900}`)}`],
  ['points to choose from', 'largest', () => '/api/v1/consignees/options'],
]

/** Stores the bytes of the longest list by key, as the reply of the baseline. */
async function storeAnswer(sql: Sql, origin: string, headers: Record<string, string>) {
  await sql`drop table if exists bare_lookup`
  await sql`create table bare_lookup (key text primary key, body text not null)`
  const body = await (await fetch(`${origin}${LISTS[0]?.[2](0) ?? ''}`, { headers })).text()
  await sql`insert into bare_lookup values ('list', ${body})`
  await sql`analyze bare_lookup`
}

/**
 * Measures p99 of the slowest list of companies, people and consignees over HTTP, beside a row of the same size by its
 * key.
 */
export async function run(): Promise<Result> {
  const bench = await benchDatabase('companies', fillCompanies)
  const env = { DATABASE_URL: bench.url, AUTH_SECRET: 'a secret of the benchmark, long enough', DEMO_DATA: 'off' }
  const ours = await startProcess('server/src/start.ts', { port: 3905, ready: '/health/ready', env })
  const bare = await startProcess('verification/bench/measure/bare-lookup.ts', { port: 3906, ready: '/ready', env })
  try {
    const people = { manager: await signIn(ours.origin, 'manager'), largest: await signIn(ours.origin, 'largest') }
    await storeAnswer(bench.database.sql, ours.origin, people.manager)
    const loads: Record<string, Load> = {}
    for (const [name, who, path] of LISTS) {
      let n = 0
      const shoot = (seconds: number) =>
        fire(ours.origin, CONNECTIONS, seconds, () => ({ method: 'GET', path: path((n += 1)), headers: people[who] }))
      await shoot(1)
      loads[name] = await shoot(SECONDS)
    }
    const baseline = await fire(bare.origin, CONNECTIONS, SECONDS, () => ({ method: 'GET', path: '/lookup?q=list' }))
    const slowest = Math.max(...Object.values(loads).map((load) => load.p99))
    return {
      name: 'companies',
      figure: slowest,
      unit: `ms, p99 of the slowest list, ${CONNECTIONS} connections`,
      baseline: baseline.p99,
      ratio: Math.round((slowest / baseline.p99) * 100) / 100,
      lists: loads,
      bare: baseline,
    }
  } finally {
    await ours.stop()
    await bare.stop()
    await bench.close()
  }
}
