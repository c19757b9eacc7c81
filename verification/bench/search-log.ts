import type { Sql } from '@artikul/server/db'
import { setTimeout as delay } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { join } from 'node:path'
import { atRest, warm } from './measure/at-rest.ts'
import { fire, type Shot } from './measure/load.ts'
import { cpuMilliseconds, postmasterOf } from './measure/process-cpu.ts'
import type { Result } from './run.ts'
import { startProcess, type ServerProcess } from './measure/server-process.ts'
import { openTrade, sizeOfArguments } from './data/trade.ts'
import { signIn } from './data/trade-data.ts'
import { askedProducts, strideOver, type TradeSize } from './data/trade-shape.ts'

const ROUNDS = 10
const BUYERS = 8
const QUERIES = 8000
const ITEMS = 100_000
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 8)
const CONNECTIONS = 4
/** The log writes every five seconds; the last of a round is written within it. */
const WRITTEN_AFTER_MS = 6000
const SILENT = pathToFileURL(join(import.meta.dirname, 'measure/silent-search-log.ts')).href

const round = (value: number) => Math.round(value * 1000) / 1000

const medianOf = (values: readonly number[]) => {
  const sorted = values.toSorted((a, b) => a - b)
  return ((sorted[(sorted.length - 1) >> 1] ?? 0) + (sorted[sorted.length >> 1] ?? 0)) / 2
}

/** Searches as buyers make them: popular articles more often, each by one buyer after another. */
async function prepareShots(sql: Sql, origin: string, size: TradeSize): Promise<(n: number) => Shot> {
  const ids = askedProducts(size, QUERIES)
  const rows = await sql<{ id: number; article: string }[]>`
    select id, article from products where id = any(${[...new Set(ids)]})`
  const articles = new Map(rows.map(({ id, article }) => [id, article]))
  const stride = strideOver(ids.length)
  const buyers = await Promise.all(Array.from({ length: BUYERS }, (_, n) => signIn(origin, n + 1)))
  return (n) => {
    const article = articles.get(ids[(n * stride) % ids.length] ?? 0) ?? ''
    const headers = buyers[Math.floor(n / QUERIES) % BUYERS] ?? {}
    return { method: 'GET', path: `/api/v1/search?q=${encodeURIComponent(article)}`, headers }
  }
}

/**
 * Measures the CPU of a search, of server and database, with the log of searches and without it, in ten interleaved
 * rounds. The interval of the median ratio is that between the second least and the second largest round, which contains
 * it with 98 % (binomial).
 */
export async function run(args: string[]): Promise<Result> {
  const size = sizeOfArguments(args, ITEMS)
  const bench = await openTrade(size, { log: (line) => console.error(line) })
  const env = { DATABASE_URL: bench.url, AUTH_SECRET: 'a secret of the benchmark, long enough', DEMO_DATA: 'off' }
  const running: ServerProcess[] = []
  try {
    const start = async (port: number, options: Record<string, string>) => {
      const server = await startProcess('server/src/start.ts', {
        port,
        ready: '/health/ready',
        env: { ...env, ...options },
      })
      running.push(server)
      return server
    }
    const logging = await start(3901, {})
    const silent = await start(3902, { NODE_OPTIONS: `--import=${SILENT}` })
    const { sql } = bench.database
    const shotAt = await prepareShots(sql, logging.origin, size)
    await sql`delete from search_events`
    await atRest(sql)
    await warm(sql)
    const postmaster = await postmasterOf(sql)
    const places = new Map([logging, silent].map((server) => [server, 0]))
    const measure = async (server: ServerProcess) => {
      const before = cpuMilliseconds([server.pid, postmaster])
      let place = places.get(server) ?? 0
      const { requests } = await fire(server.origin, CONNECTIONS, SECONDS, () => shotAt(place++))
      places.set(server, place)
      await delay(WRITTEN_AFTER_MS)
      return (cpuMilliseconds([server.pid, postmaster]) - before) / requests
    }
    for (const server of [silent, logging]) await measure(server)
    const rounds: { on: number; off: number }[] = []
    for (let n = 0; n < ROUNDS; n += 1) {
      const first = n % 2 === 0 ? await measure(silent) : 0
      const on = await measure(logging)
      const off = first || (await measure(silent))
      rounds.push({ on: round(on), off: round(off) })
      console.error(n + 1, rounds[n])
    }
    const [written] = await sql<{ count: number }[]>`select count(*)::integer as count from search_events`
    const ratios = rounds.map(({ on, off }) => on / off).toSorted((a, b) => a - b)
    const [on, off] = [medianOf(rounds.map((one) => one.on)), medianOf(rounds.map((one) => one.off))]
    return {
      name: 'search-log',
      figure: round(on),
      unit: 'ms of CPU per search, median with the log',
      baseline: round(off),
      ratio: round(on / off),
      interval: [round(ratios[1] ?? 0), round(ratios[ROUNDS - 2] ?? 0)],
      median_of_ratios: round(medianOf(ratios)),
      logged: written?.count ?? 0,
      rounds,
    }
  } finally {
    for (const server of running) await server.stop()
    await bench.close()
  }
}
