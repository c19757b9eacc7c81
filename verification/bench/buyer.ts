import { join } from 'node:path'
import type { Cart } from '@artikul/contract/ordering/cart'
import type { OrderPreview } from '@artikul/contract/ordering/orders/orders'
import { buildWebWhenStale } from '@artikul/server/build-web'
import type { Sql } from '@artikul/server/db'
import { clearCarts, copyOrders, fillCarts, selectBuyerOffers } from './data/buyer-carts.ts'
import { signIn } from './data/trade-data.ts'
import { askedProducts, strideOver, type TradeSize } from './data/trade-shape.ts'
import { openTrade, sizeOfArguments } from './data/trade.ts'
import { atRest, warm } from './measure/at-rest.ts'
import { repeat, type Load, type Send } from './measure/load.ts'
import { cpuMilliseconds, postmasterOf } from './measure/process-cpu.ts'
import { peakMb, residentMb } from './measure/process-memory.ts'
import { startProcess, type ServerProcess } from './measure/server-process.ts'
import { countStatements, prepareCounting } from './measure/statements.ts'
import type { Result } from './run.ts'

const ROOT = join(import.meta.dirname, '../..')
const ITEMS = Number(process.env['BENCH_ITEMS'] ?? 1_000_000)
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 5)
/** Part of the names of the measured steps. */
const ONLY = new RegExp(process.env['BENCH_ONLY'] ?? '')
/** Prints the statements of each step. */
const SHOWS_STATEMENTS = process.env['BENCH_STATEMENTS'] === '1'
const BUYERS = 8
const LINES = 5
const CART_LINES = 20
const QUERIES = 4000
const WORD_PAIRS = 200
const OFFERS_OF_BUYER = 5000
/** Orders of the first buyer. */
const HISTORY = 5000
/** Requests whose statements are counted. */
const COUNTED = 40
const READ = [1, 16]
const WRITE = [1, BUYERS]

interface Buyer {
  headers: Record<string, string>
  offers: readonly number[]
  /** Number of acts so far. */
  acts: number
  /** Prepared cart lines. */
  cart: Cart['lines']
  /** Prepared orders of displayed lines, each placed once. */
  orders: OrderPreview['lines'][]
}

interface World {
  sql: Sql
  origin: string
  buyers: readonly Buyer[]
  articles: readonly string[]
  pairs: readonly string[]
  beginnings: readonly string[]
  orderIds: readonly number[]
}

type Act = (send: Send, buyer: Buyer, n: number) => Promise<ArrayBuffer | false>

interface Step {
  name: string
  connections: readonly number[]
  prepare?: () => Promise<unknown>
  act: Act
}

const at = <Item>(items: readonly Item[], n: number): Item => {
  const item = items[n % items.length]
  if (item === undefined) throw new Error('the list is empty')
  return item
}
const json = (bytes: ArrayBuffer): unknown => JSON.parse(Buffer.from(bytes).toString())

const get = (send: Send, { headers }: Buyer, path: string) => send({ method: 'GET', path: `/api/v1${path}`, headers })

function write(send: Send, buyer: Buyer, method: 'POST' | 'PATCH', path: string, body: object) {
  const headers = { ...buyer.headers, 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() }
  return send({ method, path: `/api/v1${path}`, headers, body: JSON.stringify(body) })
}

const search = (text: string) => `/search?q=${encodeURIComponent(text)}`

const addLine = (send: Send, buyer: Buyer) =>
  write(send, buyer, 'POST', '/cart/lines', { offer_id: at(buyer.offers, buyer.acts++), qty: 1 })

const changeLine = (send: Send, buyer: Buyer) => {
  const act = buyer.acts++
  const qty = 1 + (Math.floor(act / buyer.cart.length) % 2)
  return write(send, buyer, 'PATCH', `/cart/lines/${at(buyer.cart, act).id}`, { qty })
}

const preview = async (send: Send, buyer: Buyer) =>
  (json(await get(send, buyer, '/orders/preview')) as OrderPreview).lines

/** The way from the offers to the order: five lines added one by one, the preview, the order. */
async function wholeWay(send: Send, buyer: Buyer) {
  for (let line = 0; line < LINES; line += 1) await addLine(send, buyer)
  return write(send, buyer, 'POST', '/orders', { lines: await preview(send, buyer) })
}

async function prepareOrders({ sql, origin, buyers }: World) {
  await fillCarts(sql, BUYERS, OFFERS_OF_BUYER)
  await repeat(origin, BUYERS, 60, async (send, at) => {
    const buyer = buyers[at]
    if (!buyer || buyer.orders.length > 0) return false
    const lines = await preview(send, buyer)
    for (let from = 0; from < lines.length; from += LINES) buyer.orders.push(lines.slice(from, from + LINES))
    return 0
  })
}

async function prepareCarts({ sql, origin, buyers }: World, lines: number) {
  await fillCarts(sql, BUYERS, lines)
  await repeat(origin, 1, 60, async (send) => {
    const buyer = buyers.find(({ cart }) => cart.length === 0)
    if (!buyer) return false
    buyer.cart = (json(await get(send, buyer, '/cart')) as Cart).lines
    return 0
  })
}

async function placePrepared(send: Send, buyer: Buyer) {
  const lines = buyer.orders.pop()
  return lines ? write(send, buyer, 'POST', '/orders', { lines }) : false
}

/** Steps of a buyer in the order of his work. */
const stepsOf = (world: World): Step[] => {
  const { sql, articles, pairs, beginnings, orderIds } = world
  const first = at(world.buyers, 0)
  const ofFirst =
    (path: string): Act =>
    (send) =>
      get(send, first, path)
  const empty = () => clearCarts(sql, BUYERS)
  const filled = (lines: number) => () => prepareCarts(world, lines)
  return [
    { name: 'exact', connections: READ, act: (send, buyer, n) => get(send, buyer, search(at(articles, n))) },
    { name: 'words', connections: READ, act: (send, buyer, n) => get(send, buyer, search(at(pairs, n))) },
    {
      name: 'suggestions',
      connections: READ,
      act: (send, buyer, n) => get(send, buyer, `/search/suggest?q=${encodeURIComponent(at(beginnings, n))}`),
    },
    { name: 'add', connections: WRITE, prepare: empty, act: addLine },
    { name: 'change', connections: WRITE, prepare: filled(CART_LINES), act: changeLine },
    {
      name: 'cart',
      connections: WRITE,
      prepare: filled(CART_LINES),
      act: (send, buyer) => get(send, buyer, '/cart'),
    },
    {
      name: 'preview',
      connections: WRITE,
      prepare: filled(LINES),
      act: (send, buyer) => get(send, buyer, '/orders/preview'),
    },
    { name: 'place', connections: WRITE, prepare: () => prepareOrders(world), act: placePrepared },
    { name: 'way', connections: WRITE, prepare: empty, act: wholeWay },
    { name: 'orders', connections: READ, act: ofFirst('/orders?page_size=50') },
    { name: 'order', connections: READ, act: (send, _, n) => get(send, first, `/orders/${at(orderIds, n)}`) },
    { name: 'lines', connections: READ, act: ofFirst('/order-lines?page_size=50') },
    { name: 'finances', connections: READ, act: ofFirst('/settlements/unpaid') },
  ]
}

interface Measured extends Load {
  /** Milliseconds of server and database per act. */
  cpuMs: number
  /** Part of the database. */
  databaseMs: number
}

const round = (value: number) => Math.round(value * 1000) / 1000

interface Processes {
  server: number
  postmaster: number
}

/** Bare lookup of the replies of searches by article. */
interface Bare {
  world: World
  step: Step
  processes: Processes
}

async function measure(world: World, { server, postmaster }: Processes, step: Step, connections: number) {
  for (const buyer of world.buyers) Object.assign(buyer, { acts: 0, cart: [], orders: [] })
  await step.prepare?.()
  let n = 0
  const act = async (send: Send, connection: number) => {
    const reply = await step.act(send, at(world.buyers, connection), n++)
    return reply === false ? false : reply.byteLength
  }
  await repeat(world.origin, connections, 2, act)
  // A table that has just been filled has no statistics, and its plans are those of an empty one.
  await world.sql`analyze carts, cart_lines, events, idempotency_keys`
  const before = [cpuMilliseconds([server]), cpuMilliseconds([postmaster])] as const
  const load: Load = await repeat(world.origin, connections, SECONDS, act)
  const ofServer = (cpuMilliseconds([server]) - before[0]) / load.requests
  const ofDatabase = (cpuMilliseconds([postmaster]) - before[1]) / load.requests
  return { ...load, cpuMs: round(ofServer + ofDatabase), databaseMs: round(ofDatabase) } satisfies Measured
}

/** Counts the statements of one act. */
async function countOf(world: World, step: Step): Promise<number> {
  for (const buyer of world.buyers) Object.assign(buyer, { acts: 0, cart: [], orders: [] })
  await step.prepare?.()
  let n = 0
  const counted = await countStatements(world.sql, () =>
    repeat(world.origin, 1, 60, async (send) => {
      if (n >= COUNTED) return false
      return (await step.act(send, at(world.buyers, 0), n++)) === false ? false : 0
    }),
  )
  const perAct = counted.filter(({ calls }) => calls >= COUNTED / 4)
  if (SHOWS_STATEMENTS)
    for (const { query, calls, plan_ms: plan, exec_ms: exec } of perAct)
      console.error(
        step.name,
        round(calls / COUNTED),
        round(plan),
        round(exec),
        query.replace(/\s+/g, ' ').slice(0, 160),
      )
  return round(perAct.reduce((sum, { calls }) => sum + calls, 0) / COUNTED)
}

/** Ratio of the slowest pair of words to the median one, by the median of ten searches of each. */
async function worstPair({ origin, buyers, pairs }: World) {
  const medians: { pair: string; ms: number }[] = []
  for (const pair of pairs) {
    let left = 10
    const { p50 } = await repeat(origin, 1, 60, async (send) =>
      left-- > 0 ? (await get(send, at(buyers, 0), search(pair))).byteLength : false,
    )
    medians.push({ pair, ms: p50 })
  }
  medians.sort((a, b) => a.ms - b.ms)
  const [median, worst] = [at(medians, medians.length >> 1), at(medians, medians.length - 1)]
  return { median_ms: median.ms, worst_ms: worst.ms, worst_pair: worst.pair, ratio: round(worst.ms / median.ms) }
}

/** Articles, pairs of words and their beginnings of the products that buyers ask for. */
async function questionsOf(sql: Sql, size: TradeSize) {
  const ids = askedProducts(size, QUERIES)
  const rows = await sql<{ id: number; article: string; name: string }[]>`
    select id, article, name from products where id = any(${[...new Set(ids)]})`
  const byId = new Map(rows.map((row) => [row.id, row]))
  const stride = strideOver(ids.length)
  const asked = ids.flatMap((_, n) => byId.get(at(ids, n * stride)) ?? [])
  const pairs = asked.map(({ name }, n) => {
    const words = name.split(/\s+/)
    return `${words[0]} ${n % 2 === 0 ? words[1] : words.at(-1)}`
  })
  return {
    articles: asked.map(({ article }) => article),
    pairs: [...new Set(pairs)].slice(0, WORD_PAIRS),
    beginnings: asked.map(({ article, name }, n) => (n % 4 === 0 ? name : article).slice(0, 3 + (n % 6))),
  }
}

async function prepareWorld(sql: Sql, size: TradeSize, { origin }: ServerProcess): Promise<World> {
  await prepareCounting(sql)
  await sql`truncate orders restart identity cascade`
  await clearCarts(sql, BUYERS)
  const offers = await selectBuyerOffers(sql, BUYERS, OFFERS_OF_BUYER)
  const buyers: Buyer[] = []
  for (const [at, ids] of offers.entries())
    buyers.push({ headers: await signIn(origin, at + 1), offers: ids, acts: 0, cart: [], orders: [] })
  const first = at(buyers, 0)
  await repeat(origin, 1, 60, async (send) => (first.acts === 0 ? (await wholeWay(send, first)).byteLength : false))
  await copyOrders(sql, HISTORY)
  const ids = await sql<{ id: number }[]>`select id from orders where contractor_id = 1 order by id limit 500`
  return { sql, origin, buyers, ...(await questionsOf(sql, size)), orderIds: ids.map(({ id }) => id) }
}

async function measureSteps(world: World, processes: Processes, bare: Bare) {
  const steps: Record<string, object> = {}
  for (const step of stepsOf(world).filter(({ name }) => ONLY.test(name))) {
    const loads: Record<string, Measured> = {}
    for (const connections of step.connections) loads[connections] = await measure(world, processes, step, connections)
    const { cpuMs: bareMs } = await measureBare(bare)
    const ratio = round((loads[step.connections.at(-1) ?? 1]?.cpuMs ?? 0) / bareMs)
    steps[step.name] = { statements: await countOf(world, step), ratio, bareMs, ...loads }
    console.error(step.name, JSON.stringify(steps[step.name]))
  }
  return steps
}

/**
 * Measures each step of a buyer over HTTP, from the search to the order and its lists: CPU of server and database per
 * act, times, statements. The baseline is a bare lookup of a search's reply by its key.
 */
export async function run(args: string[]): Promise<Result> {
  const size = sizeOfArguments(args, ITEMS)
  const bench = await openTrade(size, { log: (line) => console.error(line) })
  const { sql } = bench.database
  const env = { DATABASE_URL: bench.url, AUTH_SECRET: 'a secret of the benchmark, long enough', DEMO_DATA: 'off' }
  await buildWebWhenStale(ROOT)
  const started = performance.now()
  const server = await startProcess('server/src/start.ts', { port: 3901, ready: '/health/ready', env })
  const readyMs = Math.round(performance.now() - started)
  const bare = await startProcess('verification/bench/measure/bare-lookup.ts', { port: 3902, ready: '/ready', env })
  try {
    await atRest(sql)
    await warm(sql)
    const world = await prepareWorld(sql, size, server)
    const postmaster = await postmasterOf(sql)
    const lookup = await prepareBare(world, { ...bare, postmaster })
    const baseline = await measureBare(lookup)
    const steps = await measureSteps(world, { server: server.pid, postmaster }, lookup)
    const words = ONLY.test('words') ? { word_pairs: await worstPair(world) } : {}
    const way = (steps['way'] as Record<string, Measured> | undefined)?.[BUYERS]
    return {
      name: 'buyer',
      figure: way?.cpuMs ?? 0,
      unit: 'ms of CPU per way: five lines added, preview, order; 8 buyers',
      baseline: baseline.cpuMs,
      ratio: round((way?.cpuMs ?? 0) / baseline.cpuMs),
      items: size.items,
      ready_ms: readyMs,
      steps,
      ...words,
      peak_mb: await peakMb(server.pid),
      after_mb: await residentMb(server.pid),
    }
  } finally {
    await server.stop()
    await bare.stop()
    await bench.close()
  }
}

async function prepareBare(
  world: World,
  { origin, pid, postmaster }: Pick<ServerProcess, 'origin' | 'pid'> & { postmaster: number },
): Promise<Bare> {
  const { sql, buyers, articles } = world
  await sql`drop table if exists bare_lookup`
  await sql`create table bare_lookup (key text primary key, body text not null)`
  for (const key of articles) {
    const body = await (await fetch(`${world.origin}/api/v1${search(key)}`, { headers: at(buyers, 0).headers })).text()
    await sql`insert into bare_lookup values (${key}, ${body}) on conflict do nothing`
  }
  await sql`analyze bare_lookup`
  const act: Act = (send, _, n) => send({ method: 'GET', path: `/lookup?q=${encodeURIComponent(at(articles, n))}` })
  return {
    world: { ...world, origin },
    step: { name: 'bare', connections: [16], act },
    processes: { server: pid, postmaster },
  }
}

const measureBare = ({ world, step, processes }: Bare): Promise<Measured> => measure(world, processes, step, 16)
