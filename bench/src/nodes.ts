import { benchDatabase } from './database.ts'
import { fire, type Shot } from './load.ts'
import { cpuMilliseconds, postmasterOf } from './process-cpu.ts'
import type { Result } from './run.ts'
import { startProcess, type ServerProcess } from './server-process.ts'
import { fillTrade, signIn } from './trade-data.ts'
import { askedProducts, tradeSize } from './trade-shape.ts'

const ITEMS = Number(process.env['BENCH_ITEMS'] ?? 200_000)
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 20)
const ROUNDS = 3
/** Each node compiles what it runs often for itself: before that a call costs twice as much. */
const WARM_SECONDS = 25
/** To each node, and always busy: a process that rests between calls, or takes them one by one, spends a third more on each. */
const CONNECTIONS = 8
const QUERIES = 4000
/** Each calls about once a second, as hundreds do in the rush: a few who called all the time would be remembered by one node. */
const BUYERS = 250
const PORTS = [3911, 3912] as const
/** What a buyer's day is made of, between his searches. */
const PAGES = ['/api/v1/orders', '/api/v1/cart', '/api/v1/user', '/api/v1/news']
const SEARCHES_OF_PAGE = 3

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN
const rounded = (value: number) => Math.round(value * 1000) / 1000

/** The calls of one of so many nodes. */
type NextOf = (node: number, count: number) => () => Shot

/** CPU milliseconds of a call, of all nodes and of the database, when as many calls as they can answer are shared among these nodes. */
async function costOf(nodes: readonly ServerProcess[], postmaster: number, nextOf: NextOf): Promise<number> {
  const roots = [...nodes.map(({ pid }) => pid), postmaster]
  const share = (seconds: number) =>
    Promise.all(nodes.map(({ origin }, at) => fire(origin, CONNECTIONS, seconds, nextOf(at, nodes.length))))
  await share(2)
  const before = cpuMilliseconds(roots)
  const loads = await share(SECONDS)
  return (cpuMilliseconds(roots) - before) / loads.reduce((sum, { requests }) => sum + requests, 0)
}

/** The same calls to two nodes and to one: what each remembers for itself, and what they share, must not cost more. */
export async function run(): Promise<Result> {
  const size = tradeSize({ items: ITEMS, buyers: BUYERS })
  const bench = await benchDatabase(`nodes_${ITEMS}`, (database) => fillTrade(database, size, {}), 8)
  const env = { DATABASE_URL: bench.url, AUTH_SECRET: 'a secret of the benchmark, long enough', DEMO_DATA: 'off' }
  const nodes = await Promise.all(
    PORTS.map((port) => startProcess('server/src/start.ts', { port, ready: '/health/ready', env })),
  )
  try {
    const postmaster = await postmasterOf(bench.database.sql)
    const buyers: Record<string, string>[] = []
    for (let buyer = 1; buyer <= BUYERS; buyer += 1) buyers.push(await signIn(nodes[0]?.origin ?? '', buyer))
    const rows = await bench.database.sql<{ article: string }[]>`
      select article from products where id = any(${askedProducts(size, QUERIES)})`
    let place = 0
    // A buyer's calls go to one node, as the balancer sends them: what it remembers of him is read by one.
    const nextOf = (node: number, count: number) => (): Shot => {
      place += 1
      const headers = buyers[(place * count + node) % buyers.length] ?? {}
      const page = place % (SEARCHES_OF_PAGE + 1) === 0 && PAGES[(place / (SEARCHES_OF_PAGE + 1)) % PAGES.length]
      const search = `/api/v1/search?q=${encodeURIComponent(rows[place % rows.length]?.article ?? '')}`
      return { method: 'GET', path: page || search, headers }
    }
    for (const { origin } of nodes) await fire(origin, CONNECTIONS, WARM_SECONDS, nextOf(0, 1))
    const costs: { one: number; two: number }[] = []
    for (let round = 0; round < ROUNDS; round += 1)
      costs.push({
        one: await costOf(nodes.slice(0, 1), postmaster, nextOf),
        two: await costOf(nodes, postmaster, nextOf),
      })
    const [one, two] = [median(costs.map((cost) => cost.one)), median(costs.map((cost) => cost.two))]
    return {
      name: 'nodes',
      figure: rounded(two),
      unit: 'ms of CPU a call with two nodes',
      baseline: rounded(one),
      ratio: rounded(median(costs.map((cost) => cost.two / cost.one))),
      rounds: costs.map((cost) => [rounded(cost.one), rounded(cost.two)]),
    }
  } finally {
    await Promise.all(nodes.map((node) => node.stop()))
    await bench.close()
  }
}
