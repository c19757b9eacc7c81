import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PriceExportFormat, PriceExportItem } from '@artikul/contract/ordering/price-exports'
import { connectionOptions } from '@artikul/server/db'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { peakMb } from './measure/process-memory.ts'
import type { Result } from './run.ts'
import { startProcess } from './measure/server-process.ts'
import { openTrade, sizeOfArguments } from './data/trade.ts'
import { signIn } from './data/trade-data.ts'

/** Items whose offers form a file of a million rows. */
const ITEMS = Number(process.env['BENCH_ITEMS'] ?? 261_000)
const LOOK_EVERY_MS = 200

/** Baseline: the same columns of the same rows in the same order, as they lie in the tables. */
const BARE = `copy (
  select brands.name, product.article, product.name, product.unit, offer.multiplicity, offer.qty_text,
    warehouses.shown_as, offer.term_days, offer.purchase_kop, warehouses.imported_at
  from products product
  join brands on brands.id = product.brand_id
  join offers offer on offer.product_id = product.id and offer.on_hand > offer.reserved
  join warehouses on warehouses.id = offer.warehouse_id
  order by product.id
) to stdout`

async function copyBare(url: string): Promise<number> {
  const client = new pg.Client(connectionOptions(url))
  await client.connect()
  const started = performance.now()
  const rows = client.query(copyTo(BARE))
  rows.resume()
  await once(rows, 'end')
  const seconds = (performance.now() - started) / 1000
  await client.end()
  return seconds
}

interface Built {
  seconds: number
  rows: number
  megabytes: number
  /** Latency of other calls of the same server meanwhile. */
  answers: number[]
}

async function timed<T>(times: number[], work: Promise<T>): Promise<T> {
  const started = performance.now()
  const result = await work
  times.push(performance.now() - started)
  return result
}

/** Builds a file as a user requests it, from the click until it is ready. */
async function build(origin: string, headers: Record<string, string>, format: PriceExportFormat): Promise<Built> {
  const url = `${origin}/api/v1/price-exports`
  const started = performance.now()
  const ordered = await fetch(url, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ format, brand_ids: [], in_stock: true, consignee_id: null }),
  })
  const { id } = (await ordered.json()) as { id: number }
  const answers: number[] = []
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
    const { results } = (await (await timed(answers, fetch(url, { headers }))).json()) as { results: PriceExportItem[] }
    const file = results.find((one) => one.id === id)
    if (file?.state === 'failed') throw new Error(`the file came to nothing: ${file.failure ?? ''}`)
    if (file?.state !== 'ready') continue
    const megabytes = Math.round((file.bytes ?? 0) / 100_000) / 10
    return { seconds: (performance.now() - started) / 1000, rows: file.rows_count, megabytes, answers }
  }
}

/**
 * Measures a company's whole price list against a bare COPY of the same rows, built while the server answers others.
 */
export async function run(args: string[]): Promise<Result> {
  const size = sizeOfArguments(args, ITEMS)
  const folder = await mkdtemp(join(tmpdir(), 'artikul-price-file-'))
  const bench = await openTrade(size, { log: (line) => console.error(line) })
  const env = {
    DATABASE_URL: bench.url,
    DATA_DIR: folder,
    AUTH_SECRET: 'a secret of the benchmark, long enough',
    DEMO_DATA: 'off',
  }
  const server = await startProcess('server/src/start.ts', { port: 3903, ready: '/health/ready', env })
  try {
    const headers = await signIn(server.origin, 1)
    const startMb = await peakMb(server.pid)
    const bareSeconds = await copyBare(bench.url)
    const csv = await build(server.origin, headers, 'csv')
    const csvPeakMb = await peakMb(server.pid)
    const xlsx = await build(server.origin, headers, 'xlsx')
    const answers = xlsx.answers.toSorted((a, b) => a - b)
    const answerMs = (share: number) => Math.round(answers[Math.floor((answers.length - 1) * share)] ?? 0)
    const perSecond = ({ rows, seconds }: Built) => Math.round(rows / seconds)
    return {
      name: 'price-file',
      figure: perSecond(xlsx),
      unit: 'rows of XLSX per second',
      baseline: Math.round(xlsx.rows / bareSeconds),
      ratio: Math.round((bareSeconds / xlsx.seconds) * 100) / 100,
      rows: xlsx.rows,
      seconds: Math.round(xlsx.seconds * 10) / 10,
      megabytes: xlsx.megabytes,
      answers_meanwhile_ms: { p50: answerMs(0.5), p90: answerMs(0.9), slowest: answerMs(1) },
      csv_rows_per_second: perSecond(csv),
      csv_seconds: Math.round(csv.seconds * 10) / 10,
      csv_megabytes: csv.megabytes,
      csv_ratio: Math.round((bareSeconds / csv.seconds) * 100) / 100,
      start_mb: startMb,
      csv_peak_mb: csvPeakMb,
      peak_mb: await peakMb(server.pid),
    }
  } finally {
    await server.stop()
    await bench.close()
    await rm(folder, { recursive: true, force: true })
  }
}
