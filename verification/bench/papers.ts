import { createRequire } from 'node:module'
import type { Invoice } from '@artikul/contract/billing/invoices'
import type { OrderPreview, PlacedOrder } from '@artikul/contract/ordering/orders/orders'
import type { Sql } from '@artikul/server/db'
import type Pdfkit from 'pdfkit'
import { benchDatabase } from './data/database.ts'
import { fire, type Shot } from './measure/load.ts'
import type { Result } from './run.ts'
import { startProcess } from './measure/server-process.ts'
import { acceptOffer, fillTrade, signIn } from './data/trade-data.ts'
import { tradeSize } from './data/trade-shape.ts'

const require = createRequire(import.meta.url)
const Document = require('pdfkit') as typeof Pdfkit // CommonJS

const PRODUCTS = 20_000
const BUYERS = 8
/** Lines of the invoice. */
const LINES = 200
/** Movements of the ledger. */
const MOVEMENTS = 100_000
const RUNS = 11
const TOGETHER = 20
/** Company with the long ledger; its orders are not read. */
const OF_LEDGER = BUYERS

async function fillCart(sql: Sql) {
  await sql`truncate cart_lines, carts cascade`
  await sql`insert into carts (contractor_id) values (1)`
  await sql`
    insert into cart_lines (cart_id, contractor_id, product_id, warehouse_id, qty, price_kop, consignee_id, return_days,
      expected_date, guaranteed_date, actor_id, subject_id)
    select carts.id, 1, product_id, warehouse_id, 1, 1, 1, 14, '2100-01-01', '2100-01-01', 1, 1
    from carts, lateral (
      select product_id, warehouse_id from offers where warehouse_id = 1 and multiplicity = 1 and on_hand - reserved > 0
      order by product_id limit ${LINES}
    ) offers`
}

/** Writes alternating shipments and payments, spread over a year. */
async function fillLedger(sql: Sql) {
  const [known] = await sql`select from shipments where contractor_id = ${OF_LEDGER} limit 1`
  if (known) return
  await sql`
    insert into shipments (number, seller_id, contract_id, contractor_id, consignee_id, shipped_on, accept_until, due_on,
      total_kop, vat_kop, actor_id, subject_id)
    select 'О-' || at, contracts.seller_id, contracts.id, ${OF_LEDGER}, ${OF_LEDGER}, day, day, day, 1000 + at, 0,
      ${OF_LEDGER}, ${OF_LEDGER}
    from generate_series(1, ${MOVEMENTS / 2}::integer) at cross join lateral (
      select '2025-01-01'::date + (at % 365) as day
    ) days cross join (select * from contracts where contractor_id = ${OF_LEDGER} order by id limit 1) contracts`
  await sql`
    insert into payments (number, seller_id, contract_id, contractor_id, paid_on, sum_kop, actor_id, subject_id)
    select at, contracts.seller_id, contracts.id, ${OF_LEDGER}, '2025-01-01'::date + (at % 365), 1000 + at, ${OF_LEDGER},
      ${OF_LEDGER}
    from generate_series(1, ${MOVEMENTS / 2}::integer) at
    cross join (select * from contracts where contractor_id = ${OF_LEDGER} order by id limit 1) contracts`
  await sql`analyze shipments, payments`
}

async function issueInvoice(origin: string, headers: Record<string, string>): Promise<Invoice> {
  const send = async <T>(method: string, path: string, body?: object) => {
    const reply = await fetch(origin + path, {
      method,
      headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`)
    return (await reply.json()) as T
  }
  const { lines } = await send<OrderPreview>('GET', '/api/v1/orders/preview')
  const { orders } = await send<{ orders: PlacedOrder[] }>('POST', '/api/v1/orders', { lines })
  const { id } = await send<{ id: number }>('POST', `/api/v1/orders/${orders[0]?.id ?? 0}/invoice`, {})
  return send<Invoice>('GET', `/api/v1/invoices/${id}`)
}

/** Renders the rows as the library's own table, measured in process time: without page, head or QR code. */
function drawBare({ lines }: Invoice): Promise<number> {
  const started = performance.now()
  const doc = new Document({ size: 'A4', font: require.resolve('pdfmake/fonts/Roboto/Roboto-Regular.ttf') })
  const ended = new Promise((resolve) => doc.on('end', resolve))
  doc.on('data', () => undefined)
  doc.fontSize(8).table({
    columnStyles: [22, 82, '*', 40, 24, 58, 36, 64],
    data: lines.map((line) =>
      [line.position, line.article, line.name, line.qty, line.unit, line.price_kop, line.vat_label, line.sum_kop].map(
        String,
      ),
    ),
  })
  doc.end()
  return ended.then(() => performance.now() - started)
}

const median = (times: number[]) => Math.round(times.toSorted((one, other) => one - other)[times.length >> 1] ?? 0)

async function timesOf(times: number, work: () => Promise<number>): Promise<number> {
  await work()
  const all: number[] = []
  for (let at = 0; at < times; at += 1) all.push(await work())
  return median(all)
}

/**
 * Measures an invoice of 200 lines as PDF beside the bare table of its rows, a statement of 100,000 movements, and
 * twenty PDFs at once beside other calls.
 */
export async function run(): Promise<Result> {
  const bench = await benchDatabase('papers', (database) =>
    fillTrade(database, tradeSize({ items: PRODUCTS, buyers: BUYERS })),
  )
  const env = { DATABASE_URL: bench.url, AUTH_SECRET: 'a secret of the benchmark, long enough', DEMO_DATA: 'off' }
  await fillCart(bench.database.sql)
  await fillLedger(bench.database.sql)
  await acceptOffer(bench.database.sql, BUYERS)
  const server = await startProcess('server/src/start.ts', { port: 3905, ready: '/health/ready', env })
  try {
    const { origin } = server
    const headers = await signIn(origin, 1)
    const ofLedger = await signIn(origin, OF_LEDGER)
    const invoice = await issueInvoice(origin, headers)
    const get = async (path: string, whose = headers) => {
      const started = performance.now()
      const reply = await fetch(origin + path, { headers: whose })
      if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`)
      await reply.arrayBuffer()
      return performance.now() - started
    }
    const paper = `/api/v1/invoices/${invoice.id}/pdf`
    const [contract] = await bench.database.sql<{ id: number }[]>`
      select id from contracts where contractor_id = ${OF_LEDGER} order by id limit 1`
    const statement = `/api/v1/settlements/statement.pdf?contract_id=${contract?.id ?? 0}&from=2025-01-01&to=2025-12-31`
    const ours = await timesOf(RUNS, () => get(paper))
    const bare = await timesOf(RUNS, () => drawBare(invoice))
    const long = await timesOf(5, () => get(statement, ofLedger))
    const light: Shot = { method: 'GET', path: '/api/v1/cart', headers }
    const quiet = await fire(origin, 4, 5, () => light)
    const papers = async () => {
      const all: number[] = []
      const until = performance.now() + 5000
      while (performance.now() < until)
        all.push(...(await Promise.all(Array.from({ length: TOGETHER }, () => get(paper)))))
      return all
    }
    const [beside, drawn] = await Promise.all([fire(origin, 4, 5, () => light), papers()])
    const duringLong = await Promise.all([fire(origin, 4, 3, () => light), get(statement, ofLedger)])
    return {
      name: 'papers',
      figure: ours,
      unit: `ms an invoice of ${LINES} lines as PDF over HTTP, median`,
      baseline: bare,
      ratio: Math.round((ours / bare) * 100) / 100,
      statement_of_100_000_movements_ms: long,
      calls_without_papers: quiet,
      calls_beside_20_papers: beside,
      papers: { drawn: drawn.length, median_ms: median(drawn) },
      calls_beside_the_statement: duringLong[0],
    }
  } finally {
    await server.stop()
    await bench.close()
  }
}
