import type { Sql } from '@artikul/server/db'
import { benchDatabase } from './data/database.ts'
import { fire, type Load } from './measure/load.ts'
import { COMPANIES, fillOrders, LINES_OF_LARGE } from './data/orders-data.ts'
import type { Result } from './run.ts'
import { startProcess } from './measure/server-process.ts'
import { BENCH_PASSWORD } from './data/trade-data.ts'

const ORDERS = Number(process.env['BENCH_ORDERS'] ?? 2_000_000)
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 5)
/** Part of the names of the measured lists. */
const ONLY = new RegExp(process.env['BENCH_ONLY'] ?? '')
const CONNECTIONS = 2
const GB_OF_A_MILLION = 12

/**
 * Staff among all orders; buyers of the largest and of a usual company; an employee limited to one consignee of the
 * largest.
 */
const PEOPLE = { staff: 'manager', largest: 'buyer1', usual: `buyer${COMPANIES / 2}`, clerk: 'clerk' } as const
type Who = keyof typeof PEOPLE

interface Samples {
  articles: string[]
  marks: string[]
  numbers: string[]
  days: string[]
}

const CLIENTS: readonly Who[] = ['largest', 'usual', 'clerk']
const EVERYBODY: readonly Who[] = ['staff', ...CLIENTS]

type Case = [name: string, who: readonly Who[], query: (n: number, known: Samples) => Record<string, string | number>]
const at = (values: readonly string[], n: number) => values[n % values.length] ?? ''
const month = (n: number, { days }: Samples) => ({ from: at(days, n), to: at(days, n + 1) })

const SHARED: Case[] = [
  ['all', EVERYBODY, () => ({})],
  ['page 20', EVERYBODY, () => ({ page: 20 })],
  ['a company', ['staff'], (n) => ({ contractor_id: 1 + (n % COMPANIES) })],
  ['the largest company', ['staff'], () => ({ contractor_id: 1 })],
  ['a point', ['staff', 'largest'], (n) => ({ consignee: 1 + (n % 10) * COMPANIES })],
  ['a month', EVERYBODY, month],
  ['number', EVERYBODY, (n, { numbers }) => ({ q: at(numbers, n) })],
  ['end of a number', EVERYBODY, (n, { numbers }) => ({ q: at(numbers, n).slice(-3) })],
  ['own number', EVERYBODY, (n) => ({ q: `ЗН-${10_000 + (n % 90_000)}` })],
  ['article', EVERYBODY, (n, { articles }) => ({ q: at(articles, n) })],
  ['mark', EVERYBODY, (n, { marks }) => ({ q: at(marks, n) })],
  ['part of a mark', EVERYBODY, (n, { marks }) => ({ q: at(marks, n).slice(1, 5) })],
  ['nothing', EVERYBODY, (n) => ({ q: `нет такого ${n}` })],
]
const ORDER_CASES: Case[] = [
  ...SHARED,
  ...['in_work', 'needs_confirm', 'on_hold', 'done', 'cancelled'].map((status): Case => [
    status,
    EVERYBODY,
    () => ({ status }),
  ]),
  ['sum', EVERYBODY, () => ({ sort: '-total' })],
  ['sum of a status', EVERYBODY, () => ({ sort: 'total', status: 'ready' })],
  ['sum of a month', EVERYBODY, (n, known) => ({ sort: '-total', ...month(n, known) })],
  ['oldest', EVERYBODY, () => ({ sort: 'created_at' })],
]
const LINE_CASES: Case[] = [
  ...SHARED,
  ...['waiting', 'in_work', 'in_transit', 'ready', 'done', 'dropped', 'returned'].map((group): Case => [
    group,
    EVERYBODY,
    () => ({ group }),
  ]),
  ...['needs_confirm', 'shipped', 'return_requested', 'issued'].map((state): Case => [
    state,
    EVERYBODY,
    () => ({ state }),
  ]),
  ['late', EVERYBODY, () => ({ late: 'true' })],
  ['late in a group', EVERYBODY, () => ({ late: 'true', group: 'waiting' })],
  ['by expected day', EVERYBODY, () => ({ sort: 'expected_date' })],
  ['a group of a month', EVERYBODY, (n, known) => ({ group: 'dropped', ...month(n, known) })],
  ['a group of an article', EVERYBODY, (n, { articles }) => ({ group: 'in_work', q: at(articles, n) })],
]
const LISTS: Record<string, Case[]> = {
  '/api/v1/orders': ORDER_CASES,
  '/api/v1/order-lines': LINE_CASES,
  '/api/v1/orders/counts': SHARED.filter(([name]) => name !== 'page 20'),
  '/api/v1/order-lines/counts': SHARED.filter(([name]) => name !== 'page 20'),
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

async function readSamples(sql: Sql): Promise<Samples> {
  const [row] = await sql<Samples[]>`
    select
      (select array_agg(article) from (select article from order_lines tablesample system (0.1) limit 200) l) as articles,
      (select array_agg(client_ref) from (
        select client_ref from order_lines tablesample system (0.1) where client_ref <> '' limit 200) l) as marks,
      (select array_agg(number) from (select number from orders tablesample system (1) limit 200) o) as numbers,
      (select array_agg(day::date::text) from generate_series(now() - interval '700 days', now(), interval '30 days') day) as days`
  return row ?? { articles: [], marks: [], numbers: [], days: [] }
}

/** Stores the bytes of a page of lines by key, as the reply of the baseline. */
async function storeAnswer(sql: Sql, origin: string, headers: Record<string, string>) {
  await sql`drop table if exists bare_lookup`
  await sql`create table bare_lookup (key text primary key, body text not null)`
  const body = await (await fetch(`${origin}/api/v1/order-lines`, { headers })).text()
  await sql`insert into bare_lookup values ('list', ${body})`
  await sql`analyze bare_lookup`
}

type Shown = Pick<Load, 'p50' | 'p99'>

async function measure(origin: string, headers: Record<string, string>, pathOf: (n: number) => string): Promise<Shown> {
  let n = 0
  const shoot = (seconds: number) =>
    fire(origin, CONNECTIONS, seconds, () => ({ method: 'GET', path: pathOf((n += 1)), headers }))
  await shoot(1)
  const { p50, p99 } = await shoot(SECONDS)
  return { p50, p99 }
}

const slowestOf = (loads: Record<string, Shown>, isAsked: (name: string) => boolean) =>
  Math.max(...Object.entries(loads).flatMap(([name, { p99 }]) => (isAsked(name) ? [p99] : [])))

async function measureAll(origin: string, sql: Sql) {
  const known = await readSamples(sql)
  const people = new Map<Who, Record<string, string>>()
  const loads: Record<string, Shown> = {}
  for (const [path, cases] of Object.entries(LISTS)) {
    // Sessions that all began before the first measurement would expire before the last.
    for (const [who, login] of Object.entries(PEOPLE)) people.set(who as Who, await signIn(origin, login))
    for (const [name, readers, query] of cases)
      for (const who of readers) {
        const shown = `${path.slice('/api/v1/'.length)}: ${name}, ${who}`
        if (!ONLY.test(shown)) continue
        loads[shown] = await measure(origin, people.get(who) ?? {}, (n) => {
          const params = new URLSearchParams(
            Object.entries(query(n, known)).map(([key, value]) => [key, String(value)]),
          )
          return `${path}?${params.toString()}`
        })
        console.error(shown, loads[shown])
      }
  }
  const large = await sql<{ id: number }[]>`select id from orders where lines_count = ${LINES_OF_LARGE} limit 50`
  const staff = people.get('staff') ?? {}
  const order = await measure(origin, staff, (n) => `/api/v1/orders/${large[n % large.length]?.id ?? 0}`)
  await storeAnswer(sql, origin, staff)
  return { loads, order }
}

/** Measures p99 of the slowest list of orders and of lines over HTTP, beside a row of the same size by its key. */
export async function run(): Promise<Result> {
  const neededGb = 8 + (ORDERS / 1e6) * GB_OF_A_MILLION
  const bench = await benchDatabase(`orders_${ORDERS}`, (database) => fillOrders(database, ORDERS), neededGb)
  const env = { DATABASE_URL: bench.url, AUTH_SECRET: 'a secret of the benchmark, long enough', DEMO_DATA: 'off' }
  const ours = await startProcess('server/src/start.ts', { port: 3913, ready: '/health/ready', env })
  const bare = await startProcess('verification/bench/measure/bare-lookup.ts', { port: 3914, ready: '/ready', env })
  try {
    const { loads, order } = await measureAll(ours.origin, bench.database.sql)
    const baseline = await fire(bare.origin, CONNECTIONS, SECONDS, () => ({ method: 'GET', path: '/lookup?q=list' }))
    const isCount = (name: string) => /^[^:]*counts:/.test(name)
    const slowest = slowestOf(loads, (name) => !isCount(name))
    return {
      name: 'orders',
      figure: slowest,
      unit: `ms, p99 of the slowest list, ${CONNECTIONS} connections, ${ORDERS} orders`,
      baseline: baseline.p99,
      ratio: Math.round((slowest / baseline.p99) * 100) / 100,
      counters: slowestOf(loads, isCount),
      order_of_500_lines: order,
      lists: loads,
      bare: baseline,
    }
  } finally {
    await ours.stop()
    await bare.stop()
    await bench.close()
  }
}
