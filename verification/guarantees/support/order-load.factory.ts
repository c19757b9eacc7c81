import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { OrderPreview, PlacedOrder } from '@artikul/contract/ordering/orders/orders'
import { sql } from 'kysely'
import { expect } from 'vitest'
import {
  buildOffer,
  buildProduct,
  buildWarehouse,
} from '../../../server/src/modules/catalog/products/catalog.factory.ts'
import { buildConsignee } from '../../../server/src/modules/companies/consignees/consignees.factory.ts'
import { buildContractor, buildSeller } from '../../../server/src/modules/companies/contractors/contractors.factory.ts'
import { buildUser } from '../../../server/src/modules/identity/users/users.factory.ts'
import type { Db } from '../../../server/src/platform/db/index.ts'
import { TEST_SECRET } from '../../../server/src/testing/test-app.ts'

export const PER_SECOND = 30
const LINES_OF_ORDER = 3
const BUYERS = 6
const START = join(import.meta.dirname, '../../../server/src/start.ts')

/** Starts a server process over an existing database; `env` adds settings. */
export function serverOn(port: number, env: Record<string, string> = {}) {
  const origin = `http://127.0.0.1:${port}`
  let server: ChildProcess | undefined
  const isReady = () =>
    fetch(`${origin}/health/ready`, { signal: AbortSignal.timeout(2000) }).then(
      (reply) => reply.ok,
      () => false,
    )
  return {
    origin,
    start: (databaseUrl: string) => {
      server = spawn(process.execPath, [START], {
        env: {
          ...process.env,
          PORT: String(port),
          NODE_ENV: 'development',
          DATABASE_URL: databaseUrl,
          AUTH_SECRET: TEST_SECRET,
          DEMO_DATA: 'off',
          LOG_LEVEL: 'silent',
          ...env,
        },
        stdio: ['ignore', 'ignore', 'inherit'],
      })
    },
    /** Measures the milliseconds until the server accepts calls. */
    untilReady: async (): Promise<number> => {
      const started = performance.now()
      while (!(await isReady())) await delay(20)
      return performance.now() - started
    },
    kill: async () => {
      const child = server
      if (!child || child.exitCode !== null) return
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
    /** Requests a stop and measures the milliseconds until it ends. */
    end: async (): Promise<number> => {
      const [child, requestedAt] = [server, performance.now()]
      child?.kill('SIGTERM')
      if (child?.exitCode === null) await once(child, 'exit')
      return performance.now() - requestedAt
    },
    pid: () => server?.pid,
    isAlive: () => server !== undefined && server.exitCode === null && server.signalCode === null,
  }
}

type Lines = OrderPreview['lines']
interface Buyer {
  login: string
  password: string
  headers?: { authorization: string }
}
interface Job {
  key: string
  buyer: Buyer
  lines: Lines
}

/** Creates buyers with carts full of goods of the seller's own warehouse, for the given number of orders each. */
async function buildBuyers(db: Db, ordersOfBuyer: number): Promise<Buyer[]> {
  const seller = await buildSeller(db)
  const warehouse = await buildWarehouse(db, seller.id)
  const products: number[] = []
  for (let left = LINES_OF_ORDER * 4; left > 0; left -= 1) {
    const { id } = await buildProduct(db)
    await buildOffer(db, id, warehouse.id, { on_hand: 1_000_000 })
    products.push(id)
  }
  return Promise.all(
    Array.from({ length: BUYERS }, async () => {
      const contract = { prepayment_percent: 0, limit_kop: 10 ** 13 }
      const company = await buildContractor(db, { sellerIds: [seller.id], contract })
      const point = await buildConsignee(db, company.id, { is_default: true })
      const user = await buildUser(db, { role: 'CONTRACTOR_ADMIN', contractorIds: [company.id] })
      await sql`
        with cart as (insert into carts (contractor_id) values (${company.id}) returning id)
        insert into cart_lines (cart_id, contractor_id, product_id, warehouse_id, qty, price_kop, consignee_id,
          return_days, client_ref, expected_date, guaranteed_date, actor_id, subject_id)
        select cart.id, ${company.id}, (${products}::integer[])[1 + n % ${products.length}::integer], ${warehouse.id}, 1, 1,
          ${point.id}, 14, 'ЗН-' || n, '2100-01-01', '2100-01-01', ${user.id}, ${user.id}
        from cart, generate_series(1, ${ordersOfBuyer * LINES_OF_ORDER}::integer) n`.execute(db)
      return user
    }),
  )
}

/** Reply of the server to an attempt; without a status there was none. */
export interface Answer {
  /** Arrival time as an epoch. */
  at: number
  status: number | null
  tookMs: number
  retryAfter: string | null
}

const askOver =
  (origin: string) =>
  (buyer: Buyer, path: string, body?: object, key?: string): Promise<Response> =>
    fetch(`${origin}/api/v1/${path}`, {
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
      headers: {
        ...buyer.headers,
        ...(body && { 'content-type': 'application/json' }),
        ...(key !== undefined && { 'idempotency-key': key }),
      },
    })
type Ask = ReturnType<typeof askOver>

/** Signs the buyer in and plans the orders. */
async function planOf(ask: Ask, buyer: Buyer, orders: number): Promise<Job[]> {
  const reply = await ask(buyer, 'token/pair', { login: buyer.login, password: buyer.password })
  const { access_token } = (await reply.json()) as { access_token: string }
  buyer.headers = { authorization: `Bearer ${access_token}` }
  const { lines } = (await (await ask(buyer, 'orders/preview')).json()) as OrderPreview
  return Array.from({ length: orders }, (_, at): Job => ({
    key: crypto.randomUUID(),
    buyer,
    lines: lines.slice(at * LINES_OF_ORDER, (at + 1) * LINES_OF_ORDER),
  }))
}

/** Starts the given number of works per second until stopped; the reply waits for those in progress. */
function everyMoment(begin: () => Promise<void> | undefined): () => Promise<void> {
  const under = new Set<Promise<void>>()
  const load = new AbortController()
  const loading = (async () => {
    while (!load.signal.aborted) {
      const work = begin()
      if (work) {
        under.add(work)
        void work.finally(() => under.delete(work))
      }
      await delay(1000 / PER_SECOND)
    }
  })()
  return async () => {
    load.abort()
    await loading
    await Promise.all(under)
  }
}

/** Builds a load of orders on a server; clients record the ledger of what they were told. */
export async function buildLoad(db: Db, origin: string, seconds: number) {
  const ordersOfBuyer = Math.ceil((PER_SECOND * seconds) / BUYERS)
  const buyers = await buildBuyers(db, ordersOfBuyer)
  const ask = askOver(origin)
  const confirmedOrders = new Map<string, string[]>()
  const attempts = new Map<string, number>()
  const answers: Answer[] = []
  let jobs: Job[] = []

  /** Retries with the same key until answered, as a client should. */
  async function place(job: Job): Promise<void> {
    const { buyer, key, lines } = job
    attempts.set(key, (attempts.get(key) ?? 0) + 1)
    const started = performance.now()
    const reply = await ask(buyer, 'orders', { lines }, key).catch(() => null)
    const text = await reply?.text().catch(() => null)
    const [status, retryAfter] = [reply?.status ?? null, reply?.headers.get('retry-after') ?? null]
    answers.push({ at: Date.now(), status, tookMs: performance.now() - started, retryAfter })
    if (!reply || typeof text !== 'string' || reply.status >= 500 || text.includes('idempotency.running')) {
      jobs.unshift(job)
      return
    }
    const { orders = [] } = JSON.parse(text) as { orders?: PlacedOrder[] }
    expect({ status: reply.status, text: orders.length > 0 ? '' : text }).toEqual({ status: 201, text: '' })
    confirmedOrders.set(
      key,
      orders.map(({ number }) => number),
    )
  }

  const begin = () => {
    const job = jobs.shift()
    return job && place(job)
  }
  /** Calls that began and are unanswered. */
  const begun = () => jobs.filter(({ key }) => attempts.has(key))

  return {
    told: confirmedOrders,
    attempts,
    answers,
    /** Cart lines at the start. */
    cartLines: BUYERS * ordersOfBuyer * LINES_OF_ORDER,
    /** Signs the buyers in; they take turns placing orders. */
    plan: async () => {
      const plans = await Promise.all(buyers.map((buyer) => planOf(ask, buyer, ordersOfBuyer)))
      jobs = Array.from({ length: ordersOfBuyer }, (_, at) => plans.flatMap((own) => own[at] ?? [])).flat()
    },
    /** Places orders until stopped, then retries whatever began. */
    run: () => {
      const stop = everyMoment(begin)
      return async () => {
        await stop()
        for (const job of begun()) await place(job)
      }
    },
  }
}
export type Load = Awaited<ReturnType<typeof buildLoad>>

/** Compares the database with the clients' ledger: nothing lost, nothing duplicated, nothing half-written. */
export async function expectLedger(db: Db, { told: confirmedOrders, attempts, cartLines }: Load) {
  const { rows } = await sql<{ number: string; lines: number; parts: number; told: number }>`
    select number, lines_count - (select count(*) from order_lines where order_id = orders.id) as lines,
      (select sum(line.qty) from order_lines line where line.order_id = orders.id)
        - (select sum(part.qty) from order_lines line join order_line_allocations part on part.line_id = line.id
           where line.order_id = orders.id) as parts,
      (select count(*) from events where about = 'order' and about_id = orders.id) as told
    from orders order by number`.execute(db)
  const answered = [...confirmedOrders.values()].flat()
  expect(confirmedOrders.size).toBe(attempts.size)
  expect(rows.map(({ number }) => number)).toEqual(answered.toSorted())
  expect(rows.filter((order) => order.lines !== 0 || order.parts !== 0 || order.told !== 1)).toEqual([])
  const stock = await sql<{ over: number }>`
    select count(*) as over from offers
    where reserved <> (
      select coalesce(sum(line.qty), 0) from order_lines line
      where line.product_id = offers.product_id and line.warehouse_id = offers.warehouse_id
    )`.execute(db)
  expect(stock.rows).toEqual([{ over: 0 }])
  const left = await sql<{ left: number }>`select count(*) as left from cart_lines`.execute(db)
  expect(left.rows).toEqual([{ left: cartLines - answered.length * LINES_OF_ORDER }])
  return { orders: answered.length, again: [...attempts.values()].filter((times) => times > 1).length }
}
