import { readFileSync } from 'node:fs'
import type { Sql } from '@artikul/server/db'
import { benchDatabase } from './database.ts'
import { fire, type Load, type Shot } from './load.ts'
import { cpuMilliseconds } from './process-cpu.ts'
import type { Result } from './run.ts'
import { startProcess, type ServerProcess } from './server-process.ts'
import { articleOf, BLOCK, fillTrade, GROUP_STARTS, signIn } from './trade-data.ts'

const PRODUCTS = Number(process.env['BENCH_ITEMS'] ?? 1_000_000)
const QUERIES = 4000
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 8)

/** Articles spread over the whole catalogue: every group of a block is asked for equally often. */
function queries(): string[] {
  const blocks = Math.floor(PRODUCTS / BLOCK)
  return Array.from({ length: QUERIES }, (_, n) => {
    const block = (n * 104_729) % blocks
    return articleOf(block * BLOCK + (GROUP_STARTS[n % GROUP_STARTS.length] ?? 0))
  })
}

/** Our real answers, so that the baseline sends the same bytes. */
async function storeAnswers(sql: Sql, origin: string, headers: Record<string, string>, articles: string[]) {
  await sql`drop table if exists bare_lookup`
  await sql`create table bare_lookup (key text primary key, body text not null)`
  const offers: number[] = []
  for (const key of articles) {
    const body = await (await fetch(`${origin}/api/v1/search?q=${key}`, { headers })).text()
    offers.push((JSON.parse(body) as { offers_count: number }).offers_count)
    await sql`insert into bare_lookup values (${key}, ${body}) on conflict do nothing`
  }
  await sql`analyze bare_lookup`
  offers.sort((a, b) => a - b)
  return { median: offers[Math.floor(offers.length / 2)], p90: offers[Math.floor(offers.length * 0.9)] }
}

async function postmasterOf(sql: Sql): Promise<number> {
  const rows = await sql<{ folder: string }[]>`select current_setting('data_directory') as folder`
  return Number(readFileSync(`${rows[0]?.folder ?? ''}/postmaster.pid`, 'utf8').split('\n', 1)[0])
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

/** Exact article over HTTP against a bare lookup of one row that answers as many bytes: CPU of server and database. */
export async function run(): Promise<Result> {
  const bench = await benchDatabase(`search_${PRODUCTS}`, (database) =>
    fillTrade(database, { products: PRODUCTS, buyers: 8 }),
  )
  const env = { DATABASE_URL: bench.url, AUTH_SECRET: 'a secret of the benchmark, long enough', DEMO_DATA: 'off' }
  const ours = await startProcess('server/src/start.ts', { port: 3901, ready: '/health/ready', env })
  const bare = await startProcess('bench/src/bare-lookup.ts', { port: 3902, ready: '/ready', env })
  try {
    const headers = await signIn(ours.origin, 1)
    const articles = queries()
    const mix = await storeAnswers(bench.database.sql, ours.origin, headers, articles)
    const postmaster = await postmasterOf(bench.database.sql)
    const ourShots = articles.map((q): Shot => ({ method: 'GET', path: `/api/v1/search?q=${q}`, headers }))
    const bareShots = articles.map((q): Shot => ({ method: 'GET', path: `/lookup?q=${q}` }))
    const rounds: { ours: Measured; bare: Measured }[] = []
    for (const connections of [1, 16]) {
      const bareLoad = await measure(bare, postmaster, connections, bareShots)
      rounds.push({ bare: bareLoad, ours: await measure(ours, postmaster, connections, ourShots) })
    }
    const [single, parallel] = rounds
    if (!single || !parallel) throw new Error('nothing was measured')
    return {
      name: 'search',
      figure: parallel.ours.cpuMs,
      unit: 'ms of CPU per request',
      baseline: parallel.bare.cpuMs,
      ratio: Math.round((parallel.ours.cpuMs / parallel.bare.cpuMs) * 100) / 100,
      ratio_one_connection: Math.round((single.ours.cpuMs / single.bare.cpuMs) * 100) / 100,
      items: PRODUCTS,
      offers_of_answer: mix,
      one_connection: single,
      sixteen_connections: parallel,
    }
  } finally {
    await ours.stop()
    await bare.stop()
    await bench.close()
  }
}
