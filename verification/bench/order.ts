import type { OrderPreview } from '@artikul/contract/ordering/orders/orders'
import type { Sql } from '@artikul/server/db'
import { fillCarts } from './data/buyer-carts.ts'
import { benchDatabase } from './data/database.ts'
import { fire, type Load, type Shot } from './measure/load.ts'
import type { Result } from './run.ts'
import { startProcess } from './measure/server-process.ts'
import { fillTrade, signIn } from './data/trade-data.ts'
import { tradeSize } from './data/trade-shape.ts'

const PRODUCTS = 113_000
const BUYERS = 8
const LINES = 5
const LINES_OF_LARGE = 500
const ORDERS_OF_BUYER = Number(process.env['BENCH_ORDERS'] ?? 150)

async function shotsOf(origin: string, buyer: number, ofOrder = LINES): Promise<Shot[]> {
  const headers = await signIn(origin, buyer)
  const reply = await fetch(`${origin}/api/v1/orders/preview`, { headers })
  const { lines } = (await reply.json()) as OrderPreview
  return Array.from({ length: Math.floor(lines.length / ofOrder) }, (_, order) => ({
    method: 'POST',
    path: '/api/v1/orders',
    headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
    body: JSON.stringify({ lines: lines.slice(order * ofOrder, (order + 1) * ofOrder) }),
  }))
}

/** Every connection is a separate buyer, so orders of one company never block each other by accident. */
async function place(origin: string, buyers: number): Promise<Load> {
  const queues = await Promise.all(Array.from({ length: buyers }, (_, buyer) => shotsOf(origin, buyer + 1)))
  const all: Shot[] = []
  for (let order = 0; order < ORDERS_OF_BUYER; order += 1)
    for (const queue of queues) {
      const shot = queue[order]
      if (shot) all.push(shot)
    }
  return fire(origin, buyers, 60, () => all.shift())
}

/** Places orders of five hundred lines, one buyer after another. */
async function placeLarge(origin: string): Promise<Load> {
  const shots: Shot[] = []
  for (let buyer = 1; buyer <= BUYERS; buyer += 1) shots.push(...(await shotsOf(origin, buyer, LINES_OF_LARGE)))
  return fire(origin, 1, 60, () => shots.shift())
}

/** Offers of partners, whose stock is not limited by a check: the bare transaction uses the same ones every time. */
async function bareOffers(sql: Sql): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`
    select id from offers where not tracked order by id limit ${BUYERS * ORDERS_OF_BUYER * LINES}::integer`
  return rows.map(({ id }) => id)
}

async function placeBare(origin: string, buyers: number, known: number[]): Promise<Load> {
  let order = 0
  return fire(origin, buyers, 60, () => {
    const offers = known.slice(order * LINES, (order + 1) * LINES)
    order += 1
    if (order > buyers * ORDERS_OF_BUYER) return undefined
    return {
      method: 'POST',
      path: '/orders',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ offers }),
    }
  })
}

/**
 * Measures orders of five lines per second over HTTP, with 1 and 8 buyers, and orders of five hundred lines, beside the
 * bare transaction of the same writes.
 */
export async function run(): Promise<Result> {
  const bench = await benchDatabase('order', (database) =>
    fillTrade(database, tradeSize({ items: PRODUCTS, buyers: BUYERS })),
  )
  const env = { DATABASE_URL: bench.url, AUTH_SECRET: 'a secret of the benchmark, long enough', DEMO_DATA: 'off' }
  const ours = await startProcess('server/src/start.ts', { port: 3903, ready: '/health/ready', env })
  const bare = await startProcess('verification/bench/measure/bare-order.ts', { port: 3904, ready: '/ready', env })
  try {
    const { sql } = bench.database
    await fillCarts(sql, BUYERS, ORDERS_OF_BUYER * LINES)
    await place(ours.origin, BUYERS)
    await fillCarts(sql, BUYERS, ORDERS_OF_BUYER * LINES)
    const single = await place(ours.origin, 1)
    await fillCarts(sql, BUYERS, ORDERS_OF_BUYER * LINES)
    const eight = await place(ours.origin, BUYERS)
    await fillCarts(sql, BUYERS, ORDERS_OF_BUYER * LINES)
    const large = await placeLarge(ours.origin)
    const known = await bareOffers(sql)
    const bareSingle = await placeBare(bare.origin, 1, known)
    const bareEight = await placeBare(bare.origin, BUYERS, known)
    return {
      name: 'order',
      figure: eight.perSecond,
      unit: 'orders of 5 lines per second, 8 buyers',
      baseline: bareEight.perSecond,
      ratio: Math.round((eight.perSecond / bareEight.perSecond) * 100) / 100,
      one_buyer: { ours: single, bare: bareSingle },
      eight_buyers: { ours: eight, bare: bareEight },
      order_of_500_lines: large,
    }
  } finally {
    await ours.stop()
    await bare.stop()
    await bench.close()
  }
}
