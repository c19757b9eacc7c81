import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import type { OnlineEvent } from '@artikul/contract/ordering/search'
import type { Sql } from '@artikul/server/db'
import { SIMULATOR_LOGIN, SIMULATOR_PASSWORD } from '@artikul/server/simulator'
import { Agent, request } from 'undici'
import { benchDatabase } from './data/database.ts'
import { peakMb } from './measure/process-memory.ts'
import type { Result } from './run.ts'
import { startProcess } from './measure/server-process.ts'
import { BENCH_PASSWORD, fillTrade, signIn } from './data/trade-data.ts'
import { tradeSize } from './data/trade-shape.ts'

const ITEMS = 20_000
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 60)
const WARMING_SECONDS = 5
const PER_SECOND = 50
/** Each buyer searches again after five seconds and leaves the previous stream. */
const BUYERS = PER_SECOND * 5
const BUDGET_MS = 3000
const GOOD = 2
const PROBE_MS = 10

type Headers = Record<string, string>

/** Manager who adds the suppliers. */
const insertManager = (sql: Sql) => sql`
  insert into users (login, email, full_name, roles, rights, password_hash)
  select 'manager', 'manager@bench.test', 'Менеджер', array['ARTIKUL_ORDER_MANAGER'], array['prices'], password_hash
  from users where login = 'buyer1' and not exists (select from users where login = 'manager')`

async function startSix(sql: Sql): Promise<{ child: ChildProcess; origins: string[] }> {
  const goods = await sql`
    select brands.name as brand, article, products.name, 100000 + products.id as "priceKop", 1 as multiplicity
    from products join brands on brands.id = brand_id`
  const child = fork(new URL('six-suppliers.ts', import.meta.url), { execArgv: [] })
  child.send([...goods])
  const [origins] = (await once(child, 'message')) as [string[]]
  return { child, origins }
}

async function signInManager(origin: string): Promise<Headers> {
  const reply = await fetch(`${origin}/api/v1/token/pair`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ login: 'manager', password: BENCH_PASSWORD }),
  })
  const { access_token } = (await reply.json()) as { access_token: string }
  return { authorization: `Bearer ${access_token}` }
}

async function addSuppliers(origin: string, headers: Headers, origins: readonly string[]) {
  for (const [at, url] of origins.entries()) {
    const reply = await fetch(`${origin}/api/v1/online-suppliers`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({
        name: `Поставщик ${Date.now()} ${at}`,
        seller_id: 1,
        adapter: 'abcp',
        settings: {},
        url,
        login: SIMULATOR_LOGIN,
        secret: SIMULATOR_PASSWORD,
        is_on: true,
        priority: at + 1,
        budget_ms: BUDGET_MS,
        per_second: 100,
        per_day: null,
        hours: null,
        brand_rule: 'except',
        brand_ids: [],
        takes_new_warehouses: true,
        sending: 'by_hand',
        min_order_kop: 0,
        tolerance_hundredths: 0,
      }),
    })
    if (!reply.ok) throw new Error(`the supplier is not added: ${await reply.text()}`)
  }
}

/** Timing of one search, milliseconds from its beginning. */
interface Seen {
  own: number[]
  /** Both reliable suppliers have answered. */
  good: number[]
  /** Every queried supplier has a state. */
  complete: number[]
  states: Record<string, number>
  offers: number
}

const agent = new Agent({ connections: null, pipelining: 1 })

async function timeOwn(url: string, headers: Headers, seen: Seen) {
  const began = performance.now()
  const { statusCode, body } = await request(url, { headers, dispatcher: agent })
  await body.arrayBuffer()
  if (statusCode !== 200) throw new Error(`${url}: ${statusCode}`)
  seen.own.push(performance.now() - began)
}

async function followSuppliers(url: string, headers: Headers, seen: Seen, signal: AbortSignal) {
  const began = performance.now()
  const { statusCode, body } = await request(url, { headers, dispatcher: agent, signal })
  if (statusCode !== 200) throw new Error(`${url}: ${statusCode}`)
  let left = new Set<number>()
  let good = 0
  for await (const line of createInterface({ input: body })) {
    if (!line.startsWith('data:')) continue
    const event = JSON.parse(line.slice(5)) as OnlineEvent
    if (event.kind === 'suppliers') left = new Set(event.numbers)
    if (event.kind !== 'offers') continue
    seen.states[event.state] = (seen.states[event.state] ?? 0) + 1
    seen.offers += event.groups.reduce((sum, { offers }) => sum + offers.length, 0)
    if (event.state === 'answered' && event.took_ms < 1000 && ++good === GOOD) seen.good.push(performance.now() - began)
    if (left.delete(event.number) && left.size === 0) seen.complete.push(performance.now() - began)
  }
}

interface Field {
  origin: string
  buyers: readonly Headers[]
  articles: readonly string[]
}

/**
 * Starts a fixed number of searches per second regardless of earlier ones, each with or without its stream of
 * suppliers.
 */
async function search({ origin, buyers, articles }: Field, seconds: number, isStreamed: boolean): Promise<Seen> {
  const seen: Seen = { own: [], good: [], complete: [], states: {}, offers: 0 }
  const streams = new Map<number, AbortController>()
  const going: Promise<unknown>[] = []
  const began = performance.now()
  for (let n = 0; n < seconds * PER_SECOND; n += 1) {
    await delay(Math.max(0, began + (n * 1000) / PER_SECOND - performance.now()))
    const headers = buyers[n % buyers.length] ?? {}
    const queryString = `?q=${encodeURIComponent(articles[n % articles.length] ?? '')}`
    going.push(timeOwn(`${origin}/api/v1/search${queryString}`, headers, seen))
    if (!isStreamed) continue
    streams.get(n % buyers.length)?.abort()
    const stream = new AbortController()
    streams.set(n % buyers.length, stream)
    const following = followSuppliers(`${origin}/api/v1/search/online${queryString}`, headers, seen, stream.signal)
    going.push(following.catch((error: unknown) => stream.signal.aborted || Promise.reject(error as Error)))
  }
  await delay(BUDGET_MS + 1000)
  for (const stream of streams.values()) stream.abort()
  await Promise.all(going)
  return seen
}

/** Measures the wait of the lightest request, at least the time that the event loop is blocked. */
async function probe(origin: string, signal: AbortSignal): Promise<number[]> {
  const times: number[] = []
  while (!signal.aborted) {
    const began = performance.now()
    await (await request(`${origin}/health/live`, { dispatcher: agent })).body.dump()
    times.push(performance.now() - began)
    await delay(PROBE_MS)
  }
  return times
}

function spread(times: number[]) {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => Math.round((sorted[Math.floor(sorted.length * share)] ?? 0) * 10) / 10
  return { count: sorted.length, p50: at(0.5), p99: at(0.99), worst: at(0.9999) }
}

/**
 * Measures fifty searches a second over six suppliers, one slow and three faulty, against the same without suppliers.
 */
export async function run(): Promise<Result> {
  const size = tradeSize({ items: ITEMS, buyers: BUYERS })
  const bench = await benchDatabase(`online_${ITEMS}`, (database) => fillTrade(database, size, {}), 8)
  const env = {
    DATABASE_URL: bench.url,
    AUTH_SECRET: 'a secret of the benchmark, long enough',
    DEMO_DATA: 'off',
    PRIVATE_URLS: 'on',
  }
  const { sql } = bench.database
  await insertManager(sql)
  await sql`delete from online_suppliers`
  const six = await startSix(sql)
  const server = await startProcess('server/src/start.ts', { port: 3912, ready: '/health/ready', env })
  try {
    const { origin } = server
    const buyers: Headers[] = []
    for (let buyer = 1; buyer <= BUYERS; buyer += 1) buyers.push(await signIn(origin, buyer))
    const articles = (await sql<{ article: string }[]>`select article from products order by id limit 4000`).map(
      ({ article }) => article,
    )
    const field = { origin, buyers, articles }
    await search(field, WARMING_SECONDS, false)
    const alone = await search(field, Math.ceil(SECONDS / 4), false)
    const manager = await signInManager(origin)
    await addSuppliers(origin, manager, six.origins.slice(0, GOOD))
    // Unexecuted code is slow by itself: the streams are warmed like the own search, faults start cold.
    await search(field, WARMING_SECONDS, true)
    await addSuppliers(origin, manager, six.origins.slice(GOOD))
    const watch = new AbortController()
    const probing = probe(origin, watch.signal)
    const beside = await search(field, SECONDS, true)
    watch.abort()
    const [own, ownAlone] = [spread(beside.own), spread(alone.own)]
    return {
      name: 'suppliers',
      figure: own.p99,
      unit: 'ms, p99 of the own search beside suppliers who are asked',
      baseline: ownAlone.p99,
      ratio: Math.round((own.p99 / ownAlone.p99) * 100) / 100,
      own,
      own_alone: ownAlone,
      good: spread(beside.good),
      complete: spread(beside.complete),
      states: beside.states,
      offers: beside.offers,
      probe: spread(await probing),
      peak_mb: await peakMb(server.pid),
    }
  } finally {
    six.child.disconnect()
    await server.stop()
    await bench.close()
  }
}
