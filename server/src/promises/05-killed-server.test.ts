import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { OrderPreview, PlacedOrder } from '@artikul/contract/orders'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildOffer, buildProduct, buildWarehouse } from '../modules/catalog/catalog.factory.ts'
import { buildConsignee } from '../modules/consignees/consignees.factory.ts'
import { buildContractor, buildSeller } from '../modules/contractors/contractors.factory.ts'
import { buildUser } from '../modules/users/users.factory.ts'
import { TEST_SECRET, useTestApp } from '../testing/test-app.ts'
import { tellFigure } from './figure.ts'

/** Every kill is a start of the server too: the whole of the promise is run for its figure. */
const KILLS = process.env['PROMISES'] === 'on' ? 25 : 4
const PER_SECOND = 30
const BUYERS = 6
const LINES_OF_ORDER = 3
const MOST_LIFE_MS = 2000
const ORDERS_OF_BUYER = Math.ceil((KILLS * PER_SECOND * MOST_LIFE_MS) / 1000 / BUYERS)
const PORT = 3211
const ORIGIN = `http://127.0.0.1:${PORT}`
const START = join(import.meta.dirname, '../start.ts')

const test_ = useTestApp()
let server: ChildProcess | undefined

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

const startServer = () => {
  server = spawn(process.execPath, [START], {
    env: {
      ...process.env,
      PORT: String(PORT),
      NODE_ENV: 'development',
      DATABASE_URL: test_.databaseUrl,
      AUTH_SECRET: TEST_SECRET,
      DEMO_DATA: 'off',
      LOG_LEVEL: 'silent',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return server
}

const isReady = () =>
  fetch(`${ORIGIN}/health/ready`).then(
    (reply) => reply.ok,
    () => false,
  )

/** Milliseconds until the server takes calls. */
async function untilReady(): Promise<number> {
  const started = performance.now()
  while (!(await isReady())) await delay(20)
  return performance.now() - started
}

async function kill() {
  const child = server
  if (!child || child.exitCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}

/** Buyers with carts full of goods of the seller's own warehouse. */
async function buildBuyers(): Promise<Buyer[]> {
  const { db } = test_.database
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
      const point = await buildConsignee(db, company.id, { isDefault: true })
      const user = await buildUser(db, { role: 'CONTRACTOR_ADMIN', contractorIds: [company.id] })
      await sql`
        with cart as (insert into carts (contractor_id) values (${company.id}) returning id)
        insert into cart_lines (cart_id, contractor_id, product_id, warehouse_id, qty, price_kop, consignee_id,
          return_days, client_ref, expected_date, guaranteed_date, actor_id, subject_id)
        select cart.id, ${company.id}, (${products}::integer[])[1 + n % ${products.length}::integer], ${warehouse.id}, 1, 1,
          ${point.id}, 14, 'ЗН-' || n, '2100-01-01', '2100-01-01', ${user.id}, ${user.id}
        from cart, generate_series(1, ${ORDERS_OF_BUYER * LINES_OF_ORDER}::integer) n`.execute(db)
      return user
    }),
  )
}

async function ask(buyer: Buyer, path: string, body?: object, key?: string): Promise<Response> {
  return fetch(`${ORIGIN}/api/v1/${path}`, {
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
    headers: {
      ...buyer.headers,
      ...(body && { 'content-type': 'application/json' }),
      ...(key !== undefined && { 'idempotency-key': key }),
    },
  })
}

/** What each buyer is going to order, by turns. */
async function planJobs(buyers: Buyer[]): Promise<Job[]> {
  const plans = await Promise.all(
    buyers.map(async (buyer) => {
      const reply = await ask(buyer, 'token/pair', { login: buyer.login, password: buyer.password })
      const { access_token } = (await reply.json()) as { access_token: string }
      buyer.headers = { authorization: `Bearer ${access_token}` }
      const { lines } = (await (await ask(buyer, 'orders/preview')).json()) as OrderPreview
      return Array.from({ length: ORDERS_OF_BUYER }, (_, at): Job => ({
        key: crypto.randomUUID(),
        buyer,
        lines: lines.slice(at * LINES_OF_ORDER, (at + 1) * LINES_OF_ORDER),
      }))
    }),
  )
  return Array.from({ length: ORDERS_OF_BUYER }, (_, at) => plans.flatMap((jobs) => jobs[at] ?? [])).flat()
}

/** As a client should: the same key until it is answered. Null: the server is not there. */
async function place({ buyer, key, lines }: Job): Promise<string[] | null> {
  const reply = await ask(buyer, 'orders', { lines }, key).catch(() => null)
  const text = await reply?.text().catch(() => null)
  if (!reply || typeof text !== 'string' || reply.status >= 500 || text.includes('idempotency.running')) return null
  const { orders = [] } = JSON.parse(text) as { orders?: PlacedOrder[] }
  expect({ status: reply.status, text: orders.length > 0 ? '' : text }).toEqual({ status: 201, text: '' })
  return orders.map(({ number }) => number)
}

let buyers: Buyer[] = []
beforeAll(async () => {
  buyers = await buildBuyers()
  startServer()
  await untilReady()
}, 60_000)
afterAll(kill)

test(
  `${KILLS} kills of the server under ${PER_SECOND} orders a second lose no order that was answered, and make none twice`,
  { timeout: 300_000 },
  async () => {
    const jobs = await planJobs(buyers)
    const told = new Map<string, string[]>()
    const attempts = new Map<string, number>()
    const under = new Set<Promise<void>>()
    const load = new AbortController()
    const begin = (job: Job) => {
      attempts.set(job.key, (attempts.get(job.key) ?? 0) + 1)
      const work = place(job).then((numbers) => {
        if (numbers) told.set(job.key, numbers)
        else jobs.unshift(job)
      })
      under.add(work)
      void work.finally(() => under.delete(work))
    }
    const loading = (async () => {
      while (!load.signal.aborted) {
        const job = jobs.shift()
        if (job) begin(job)
        await delay(1000 / PER_SECOND)
      }
    })()
    const waits: number[] = []
    for (let at = 0; at < KILLS; at += 1) {
      await delay(200 + ((at * 733) % (MOST_LIFE_MS - 200)))
      await kill()
      startServer()
      waits.push(await untilReady())
    }
    load.abort()
    await loading
    await Promise.all(under)
    // Whatever was begun is asked for again by its key, until it is answered.
    for (const job of jobs.filter(({ key }) => attempts.has(key))) {
      const numbers = await place(job)
      if (numbers) told.set(job.key, numbers)
    }

    const { db } = test_.database
    const { rows } = await sql<{ number: string; lines: number; parts: number; told: number }>`
      select number, lines_count - (select count(*) from order_lines where order_id = orders.id) as lines,
        (select sum(line.qty) from order_lines line where line.order_id = orders.id)
          - (select sum(part.qty) from order_lines line join order_line_parts part on part.line_id = line.id
             where line.order_id = orders.id) as parts,
        (select count(*) from happenings where about = 'order' and about_id = orders.id) as told
      from orders order by number`.execute(db)
    const answered = [...told.values()].flat()
    expect(told.size).toBe(attempts.size)
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
    expect(left.rows).toEqual([{ left: (BUYERS * ORDERS_OF_BUYER - answered.length) * LINES_OF_ORDER }])
    const again = [...attempts.values()].filter((times) => times > 1).length
    tellFigure(
      5,
      `${KILLS} kill -9 при ${PER_SECOND} заказах в секунду: ${answered.length} заказов, повторено ${again}, потеряно 0, удвоено 0, наполовину 0, резерв без заказа 0; готов снова через ${(Math.max(...waits) / 1000).toFixed(1)} с в худшем случае`,
    )
  },
)
