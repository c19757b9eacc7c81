import type { Sql } from '@artikul/server/db'
import { atRest, warm } from './measure/at-rest.ts'
import { fire, type Load, type Shot } from './measure/load.ts'
import { peakMb } from './measure/process-memory.ts'
import type { Result } from './run.ts'
import { startProcess } from './measure/server-process.ts'
import { openTrade, sizeOfArguments } from './data/trade.ts'
import { signIn } from './data/trade-data.ts'
import { askedProducts, strideOver, type TradeSize } from './data/trade-shape.ts'

const ITEMS = Number(process.env['BENCH_ITEMS'] ?? 1_000_000)
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 8)
const QUERIES = 1000
const LONGEST_BEGINNING = 8

interface Known {
  brand: string
  article_key: string
  name: string
}

async function known(sql: Sql, size: TradeSize): Promise<Known[]> {
  const ids = askedProducts(size, QUERIES)
  const stride = strideOver(ids.length)
  const rows = await sql<(Known & { id: number })[]>`
    select product.id, brand.name as brand, article_key, product.name
    from products product join brands brand on brand.id = brand_id
    where product.id = any(${[...new Set(ids)]})`
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((_, n) => byId.get(ids[(n * stride) % ids.length] ?? 0) ?? [])
}

/** Returns beginnings as typed: the first three to eight characters of an article or of the words of a name. */
const beginnings = (products: readonly Known[]): string[] =>
  products.flatMap(({ article_key: key, name }, at) => {
    const typed = at % 4 === 0 ? name : key
    return typed.slice(0, 3 + (at % (LONGEST_BEGINNING - 2)))
  })

/** One to three words of a name, the last of them cut short. */
const words = (products: readonly Known[]): string[] =>
  products.map(({ name }, at) => {
    const some = name.split(/\s+/).slice(0, 1 + (at % 3))
    return some.join(' ').slice(0, at % 2 === 0 ? undefined : -1)
  })

/** Swaps two letters of the first long word. */
const misspelt = (products: readonly Known[]): string[] =>
  words(products).map((text) => text.replace(/(\p{L}{3})(\p{L})(\p{L})(?=\p{L})/u, '$1$3$2'))

/** Adds the maker before or after the words. */
const branded = (products: readonly Known[]): string[] =>
  words(products).map((text, at) =>
    at % 2 === 0 ? `${products[at]?.brand} ${text}` : `${text} ${products[at]?.brand}`,
  )

/** Baseline: the index alone, queried for the same beginnings, one after another. */
async function bareBeginnings(sql: Sql, typed: readonly string[]): Promise<number> {
  const times: number[] = []
  for (const text of typed.slice(0, 300)) {
    const started = performance.now()
    await sql`select id from products where article_key ~>=~ ${text} order by article_key using ~<~ limit 8`
    times.push(performance.now() - started)
  }
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0
}

/** Suggestions while typing and search by words of names; the baseline is the bare index. */
export async function run(args: string[]): Promise<Result> {
  const size = sizeOfArguments(args, ITEMS)
  const bench = await openTrade(size, { log: (line) => console.error(line) })
  const env = { DATABASE_URL: bench.url, AUTH_SECRET: 'a secret of the benchmark, long enough', DEMO_DATA: 'off' }
  const server = await startProcess('server/src/start.ts', { port: 3905, ready: '/health/ready', env })
  try {
    const started = performance.now()
    await atRest(bench.database.sql)
    await warm(bench.database.sql)
    const readMs = Math.round(performance.now() - started)
    const headers = await signIn(server.origin, 1)
    const products = await known(bench.database.sql, size)
    const measure = async (path: string, texts: readonly string[], connections: number): Promise<Load> => {
      let place = 0
      const next = (): Shot => ({
        method: 'GET',
        path: `${path}?q=${encodeURIComponent(texts[place++ % texts.length] ?? '')}`,
        headers,
      })
      await fire(server.origin, connections, 3, next)
      return fire(server.origin, connections, SECONDS, next)
    }
    const suggest = (connections: number) => measure('/api/v1/search/suggest', beginnings(products), connections)
    const byName = (connections: number) => measure('/api/v1/search', words(products), connections)
    const [one, sixteen] = [await suggest(1), await suggest(16)]
    const baseline = Math.round((await bareBeginnings(bench.database.sql, beginnings(products))) * 100) / 100
    return {
      name: 'words',
      figure: one.p99,
      unit: 'ms, p99 of a suggestion at one connection',
      baseline,
      ratio: Math.round((one.p50 / baseline) * 100) / 100,
      items: size.items,
      suggestions: { one, sixteen },
      names: { one: await byName(1), four: await byName(4) },
      branded: await measure('/api/v1/search', branded(products), 1),
      misspelt: {
        names: await measure('/api/v1/search', misspelt(products), 1),
        suggestions: await measure('/api/v1/search/suggest', misspelt(products), 1),
      },
      names_read_ms: readMs,
      peak_mb: await peakMb(server.pid),
    }
  } finally {
    await server.stop()
    await bench.close()
  }
}
