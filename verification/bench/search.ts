import type { Sql } from '@artikul/server/db'
import { atRest, warm } from './measure/at-rest.ts'
import { fire, type Load, type Shot } from './measure/load.ts'
import { cpuMilliseconds, postmasterOf } from './measure/process-cpu.ts'
import type { Result } from './run.ts'
import { startProcess, type ServerProcess } from './measure/server-process.ts'
import { openTrade, sizeOfArguments, smallerSize } from './data/trade.ts'
import { signIn } from './data/trade-data.ts'
import { askedProducts, strideOver, type TradeSize } from './data/trade-shape.ts'

const QUERIES = 4000
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 8)
const ITEMS = Number(process.env['BENCH_ITEMS'] ?? 1_000_000)

/** Articles as buyers request them: popular ones more often, in random order. */
async function queries(sql: Sql, size: TradeSize): Promise<string[]> {
  const ids = askedProducts(size, QUERIES)
  const rows = await sql<{ id: number; article: string }[]>`
    select id, article from products where id = any(${[...new Set(ids)]})`
  const articles = new Map(rows.map(({ id, article }) => [id, article]))
  const stride = strideOver(ids.length)
  return ids.map((_, n) => articles.get(ids[(n * stride) % ids.length] ?? 0) ?? '')
}

const pathOf = (article: string) => `q=${encodeURIComponent(article)}`

/** Stores the portal's real replies, so that the baseline sends the same bytes. */
async function storeAnswers(sql: Sql, origin: string, headers: Record<string, string>, articles: string[]) {
  await sql`drop table if exists bare_lookup`
  await sql`create table bare_lookup (key text primary key, body text not null)`
  const offers: number[] = []
  for (const key of articles) {
    const body = await (await fetch(`${origin}/api/v1/search?${pathOf(key)}`, { headers })).text()
    offers.push((JSON.parse(body) as { offers_count: number }).offers_count)
    await sql`insert into bare_lookup values (${key}, ${body}) on conflict do nothing`
  }
  await sql`analyze bare_lookup`
  offers.sort((a, b) => a - b)
  return { median: offers[Math.floor(offers.length / 2)], p90: offers[Math.floor(offers.length * 0.9)] }
}

interface Measured extends Load {
  cpuMs: number
}

async function measure(
  server: ServerProcess,
  postmaster: number,
  connections: number,
  shots: Shot[],
): Promise<Measured> {
  let place = 0
  const next = () => shots[place++ % shots.length]
  await fire(server.origin, connections, 2, next)
  const before = cpuMilliseconds([server.pid, postmaster])
  const load = await fire(server.origin, connections, SECONDS, next)
  const cpuMs = (cpuMilliseconds([server.pid, postmaster]) - before) / load.requests
  return { ...load, cpuMs: Math.round(cpuMs * 1000) / 1000 }
}

interface Round {
  ours: Measured
  bare: Measured
}

const ROUNDS = 3
const ratioIn = ({ ours, bare }: Round) => ours.cpuMs / bare.cpuMs

/** Returns the median round, because the machine is not equally fast all the time. */
async function medianOf(measureRound: () => Promise<Round>): Promise<Round> {
  const rounds = [await measureRound()]
  while (rounds.length < ROUNDS) rounds.push(await measureRound())
  rounds.sort((a, b) => ratioIn(a) - ratioIn(b))
  const middle = rounds[Math.floor(ROUNDS / 2)]
  if (!middle) throw new Error('no round was measured')
  return middle
}

async function measureTrade(size: TradeSize) {
  const bench = await openTrade(size, { log: (line) => console.error(line) })
  const env = { DATABASE_URL: bench.url, AUTH_SECRET: 'a secret of the benchmark, long enough', DEMO_DATA: 'off' }
  const running: ServerProcess[] = []
  try {
    const ours = await startProcess('server/src/start.ts', { port: 3901, ready: '/health/ready', env })
    running.push(ours)
    const bare = await startProcess('verification/bench/measure/bare-lookup.ts', { port: 3902, ready: '/ready', env })
    running.push(bare)
    const headers = await signIn(ours.origin, 1)
    const articles = await queries(bench.database.sql, size)
    const mix = await storeAnswers(bench.database.sql, ours.origin, headers, articles)
    await atRest(bench.database.sql)
    await warm(bench.database.sql)
    const postmaster = await postmasterOf(bench.database.sql)
    const ourShots = articles.map((q): Shot => ({ method: 'GET', path: `/api/v1/search?${pathOf(q)}`, headers }))
    const bareShots = articles.map((q): Shot => ({ method: 'GET', path: `/lookup?${pathOf(q)}` }))
    const round = (connections: number) =>
      medianOf(async () => ({
        bare: await measure(bare, postmaster, connections, bareShots),
        ours: await measure(ours, postmaster, connections, ourShots),
      }))
    return { mix, single: await round(1), parallel: await round(16) }
  } finally {
    for (const process of running) await process.stop()
    await bench.close()
  }
}

const ratioOf = (one: number, other: number) => Math.round((one / other) * 100) / 100

/**
 * Measures an exact article over HTTP against a bare lookup of one row that returns as many bytes: CPU of server and
 * database. `--items` and the other sizes choose the catalogue; `--from` measures a smaller one of the same shape first
 * and reports the growth of the median answer.
 */
export async function run(args: string[]): Promise<Result> {
  const size = sizeOfArguments(args, ITEMS)
  const small = smallerSize(args, size)
  const before = small && (await measureTrade(small))
  const { mix, single, parallel } = await measureTrade(size)
  return {
    name: 'search',
    figure: parallel.ours.cpuMs,
    unit: 'ms of CPU per request',
    baseline: parallel.bare.cpuMs,
    ratio: ratioOf(parallel.ours.cpuMs, parallel.bare.cpuMs),
    ratio_one_connection: ratioOf(single.ours.cpuMs, single.bare.cpuMs),
    items: size.items,
    offers: size.offers,
    crosses: size.crosses,
    offers_of_answer: mix,
    one_connection: single,
    sixteen_connections: parallel,
    ...(before && {
      growth: {
        from_items: small.items,
        offers_of_answer: before.mix,
        p50: { from: before.single.ours.p50, to: single.ours.p50 },
        p50_ratio: ratioOf(single.ours.p50, before.single.ours.p50),
        cpu_ratio: ratioOf(single.ours.cpuMs, before.single.ours.cpuMs),
        sixteen_connections_p50_ratio: ratioOf(parallel.ours.p50, before.parallel.ours.p50),
      },
    }),
  }
}
