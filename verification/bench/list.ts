import type { Sql } from '@artikul/server/db'
import { peakMb } from './measure/process-memory.ts'
import type { Result } from './run.ts'
import { startProcess } from './measure/server-process.ts'
import { openTrade, sizeOfArguments } from './data/trade.ts'
import { signIn } from './data/trade-data.ts'
import { askedProducts, strideOver, type TradeSize } from './data/trade-shape.ts'

const ITEMS = Number(process.env['BENCH_ITEMS'] ?? 1_000_000)
const SIZES = [1000, 5000] as const
const ROUNDS = 5
/** One row in every so many has a mistyped article. */
const MISTYPED_EVERY = 20

interface Asked {
  brand: string
  article: string
  key: string
}

/** Rows of a buyer's list: popular parts more often, each once. */
async function rowsOf(sql: Sql, size: TradeSize, count: number): Promise<Asked[]> {
  const productIds = askedProducts(size, count * 4)
  const stride = strideOver(productIds.length)
  const ids = [...new Set(productIds.map((_, n) => productIds[(n * stride) % productIds.length] ?? 0))].slice(0, count)
  return sql<Asked[]>`
    select brands.name as brand, article, article_key as key
    from products join brands on brands.id = brand_id where products.id = any(${ids})`
}

const fileOf = (rows: readonly Asked[]) =>
  Buffer.from(
    'Производитель;Артикул;Кол-во\n' +
      rows
        .map(
          ({ brand, article }, at) => `${brand};${article}${at % MISTYPED_EVERY === 0 ? 'QZ' : ''};${(at % 4) + 1}\n`,
        )
        .join(''),
  )

/** Measures from the first byte of the file until the last row is sent to the screen. */
async function lookUp(origin: string, headers: Record<string, string>, file: Buffer) {
  const url = `${origin}/api/v1/bulk-orders`
  const started = performance.now()
  const created = await fetch(`${url}?name=list.csv`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/octet-stream' },
    body: new Uint8Array(file),
  })
  const { id } = (await created.json()) as { id: number }
  await (await fetch(`${url}/${id}/progress`, { headers })).text()
  const { rows } = (await (await fetch(`${url}/${id}`, { headers })).json()) as { rows: { state: string }[] }
  const ms = performance.now() - started
  await fetch(`${url}/${id}`, { method: 'DELETE', headers })
  return { ms, rows: rows.length, found: rows.filter(({ state }) => state === 'found').length }
}

/** Baseline: the same keys and all their offers in one statement, without interpretation. */
async function bare(sql: Sql, rows: readonly Asked[]): Promise<number> {
  const started = performance.now()
  await sql`
    select asked.key, product.id, offer.* from unnest(${rows.map(({ key }) => key)}::text[]) as asked (key)
    join products product on product.article_key = asked.key
    join offers offer on offer.product_id = product.id and offer.on_hand > offer.reserved`
  return performance.now() - started
}

const medianOf = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
const rounded = (value: number) => Math.round(value)

/** Measures a list of 1,000 and of 5,000 rows against a bare statement that reads the same offers. */
export async function run(args: string[]): Promise<Result> {
  const size = sizeOfArguments(args, ITEMS)
  const bench = await openTrade(size, { log: (line) => console.error(line) })
  const env = { DATABASE_URL: bench.url, AUTH_SECRET: 'a secret of the benchmark, long enough', DEMO_DATA: 'off' }
  const server = await startProcess('server/src/start.ts', { port: 3904, ready: '/health/ready', env })
  try {
    const headers = await signIn(server.origin, 1)
    const measured: Record<string, { ms: number[]; bare: number[]; rows: number; found: number }> = {}
    for (const count of SIZES) {
      const rows = await rowsOf(bench.database.sql, size, count)
      const file = fileOf(rows)
      const rounds = { ms: [] as number[], bare: [] as number[], rows: 0, found: 0 }
      for (let round = 0; round < ROUNDS; round++) {
        rounds.bare.push(rounded(await bare(bench.database.sql, rows)))
        const { ms, ...outcome } = await lookUp(server.origin, headers, file)
        rounds.ms.push(rounded(ms))
        Object.assign(rounds, outcome)
      }
      measured[count] = rounds
    }
    const last = measured[SIZES[1]]
    const [figure, baseline] = [medianOf(last?.ms ?? []), medianOf(last?.bare ?? [])]
    return {
      name: 'list',
      figure,
      unit: 'ms for a list of 5,000 rows',
      baseline,
      ratio: Math.round((figure / baseline) * 100) / 100,
      items: size.items,
      offers: size.offers,
      measured,
      peak_mb: await peakMb(server.pid),
    }
  } finally {
    await server.stop()
    await bench.close()
  }
}
