import type { Database } from '@artikul/server/db'
import { benchDatabase } from './data/database.ts'
import { fire, type Shot } from './measure/load.ts'
import { cpuMilliseconds, postmasterOf } from './measure/process-cpu.ts'
import type { Result } from './run.ts'
import { startProcess, type ServerProcess } from './measure/server-process.ts'
import { fillTrade, signIn } from './data/trade-data.ts'
import { askedProducts, tradeSize } from './data/trade-shape.ts'

const ITEMS = Number(process.env['BENCH_ITEMS'] ?? 200_000)
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 20)
const ROUNDS = 5
/** Each node compiles its own hot code; before that a call costs twice as much. */
const WARM_SECONDS = 25
/**
 * Connections per node, always busy: a process that idles between calls, or handles them one by one, spends a third
 * more on each.
 */
const CONNECTIONS = 8
const QUERIES = 4000
/**
 * Buyers of one node. Each calls about once a second, as hundreds do in the rush; fewer and faster buyers would be
 * served from caches.
 */
const BUYERS = 125
const PORTS = [3911, 3912, 3913] as const
/** Pages opened between searches. */
const PAGES = ['/api/v1/orders', '/api/v1/cart', '/api/v1/user', '/api/v1/news']
const SEARCHES_OF_PAGE = 3

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN
const rounded = (value: number) => Math.round(value * 1000) / 1000

/** Node with the calls of its own buyers: the balancer sends all calls of one person to one node. */
interface Seat {
  node: ServerProcess
  next: () => Shot
}

const shoot = (seats: readonly Seat[], seconds: number) =>
  Promise.all(seats.map(({ node, next }) => fire(node.origin, CONNECTIONS, seconds, next)))

/** Measures CPU milliseconds per call of the nodes and of PostgreSQL at full load. */
async function costOf(seats: readonly Seat[], postmaster: number): Promise<number> {
  const roots = [...seats.map(({ node }) => node.pid), postmaster]
  await shoot(seats, 2)
  const before = cpuMilliseconds(roots)
  const loads = await shoot(seats, SECONDS)
  return (cpuMilliseconds(roots) - before) / loads.reduce((sum, { requests }) => sum + requests, 0)
}

/** Signs buyers in at a node; they call as in the rush. */
async function seat(node: ServerProcess, buyers: readonly number[], articles: readonly string[]): Promise<Seat> {
  const signedIn: Record<string, string>[] = []
  for (const buyer of buyers) signedIn.push(await signIn(node.origin, buyer))
  let place = 0
  const next = (): Shot => {
    place += 1
    const headers = signedIn[place % signedIn.length] ?? {}
    const page = place % (SEARCHES_OF_PAGE + 1) === 0 && PAGES[(place / (SEARCHES_OF_PAGE + 1)) % PAGES.length]
    const search = `/api/v1/search?q=${encodeURIComponent(articles[place % articles.length] ?? '')}`
    return { method: 'GET', path: page || search, headers }
  }
  return { node, next }
}

/**
 * Compares two nodes of one database with two portals of one node and one database each: the same number of processes
 * is busy on the same machine, so the difference is what nodes of one portal share. It must not make a call more
 * expensive.
 */
export async function run(): Promise<Result> {
  const size = tradeSize({ items: ITEMS, buyers: 2 * BUYERS })
  const fill = (database: Database) => fillTrade(database, size, {})
  const shared = await benchDatabase(`nodes_${ITEMS}`, fill, 8)
  const apart = await benchDatabase(`nodes_apart_${ITEMS}`, fill, 8)
  const nodes: ServerProcess[] = []
  const start = async (url: string, port: number) => {
    const env = { DATABASE_URL: url, AUTH_SECRET: 'a secret of the benchmark, long enough', DEMO_DATA: 'off' }
    const node = await startProcess('server/src/start.ts', { port, ready: '/health/ready', env })
    nodes.push(node)
    return node
  }
  try {
    const postmaster = await postmasterOf(shared.database.sql)
    const rows = await shared.database.sql<{ article: string }[]>`
      select article from products where id = any(${askedProducts(size, QUERIES)})`
    const articles = rows.map(({ article }) => article)
    const [some, others] = [0, BUYERS].map((from) => Array.from({ length: BUYERS }, (_, at) => from + at + 1))
    const one = await seat(await start(shared.url, PORTS[0]), some ?? [], articles)
    const beside = await seat(await start(shared.url, PORTS[1]), others ?? [], articles)
    const alone = await seat(await start(apart.url, PORTS[2]), others ?? [], articles)
    for (const each of [one, beside, alone]) await shoot([each], WARM_SECONDS)
    const costs: { together: number; apart: number }[] = []
    for (let round = 0; round < ROUNDS; round += 1)
      costs.push({
        apart: await costOf([one, alone], postmaster),
        together: await costOf([one, beside], postmaster),
      })
    return {
      name: 'nodes',
      figure: rounded(median(costs.map(({ together }) => together))),
      unit: 'ms of CPU a call of two nodes with one database',
      baseline: rounded(median(costs.map((cost) => cost.apart))),
      ratio: rounded(median(costs.map((cost) => cost.together / cost.apart))),
      rounds: costs.map((cost) => [rounded(cost.apart), rounded(cost.together)]),
    }
  } finally {
    await Promise.all(nodes.map((node) => node.stop()))
    // One cluster holds both databases and is stopped once.
    await apart.database.close()
    await shared.close()
  }
}
