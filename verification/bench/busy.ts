import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { benchDatabase } from './data/database.ts'
import { runImport } from './import.ts'
import { writeList } from './data/import-list.ts'
import { fire, type Load, type Shot } from './measure/load.ts'
import type { Result } from './run.ts'
import { startProcess } from './measure/server-process.ts'
import { fillTrade, signIn } from './data/trade-data.ts'
import { askedProducts, tradeSize } from './data/trade-shape.ts'

const ITEMS = Number(process.env['BENCH_ITEMS'] ?? 200_000)
const ROWS = Number(process.env['BENCH_ROWS'] ?? 1_000_000)
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 8)
const QUERIES = 4000
const CONNECTIONS = 2

/** Measures searches during a price list import against the same searches on an idle machine. */
export async function run(): Promise<Result> {
  const size = tradeSize({ items: ITEMS })
  const folder = await mkdtemp(join(tmpdir(), 'artikul-busy-'))
  const bench = await benchDatabase(`busy_${ITEMS}`, (database) => fillTrade(database, size, {}), 8)
  const env = { DATABASE_URL: bench.url, AUTH_SECRET: 'a secret of the benchmark, long enough', DEMO_DATA: 'off' }
  const server = await startProcess('server/src/start.ts', { port: 3904, ready: '/health/ready', env })
  try {
    const headers = await signIn(server.origin, 1)
    const rows = await bench.database.sql<{ article: string }[]>`
      select article from products where id = any(${askedProducts(size, QUERIES)})`
    let place = 0
    const next = (): Shot => ({
      method: 'GET',
      path: `/api/v1/search?q=${encodeURIComponent(rows[place++ % rows.length]?.article ?? '')}`,
      headers,
    })
    const path = join(folder, 'list.csv')
    // Every run has new prices, so that it writes as much as a real list.
    await writeList(path, { rows: ROWS, newPercent: 0, changedPercent: 10, day: Date.now() % 1000 })
    await fire(server.origin, CONNECTIONS, 2, next)
    const idle = await fire(server.origin, CONNECTIONS, SECONDS, next)
    let isOver = false
    const importing = runImport(bench.url, path).finally(() => (isOver = true))
    const busy: Load = await fire(server.origin, CONNECTIONS, 600, () => (isOver ? undefined : next()))
    const { seconds } = await importing
    return {
      name: 'busy',
      figure: busy.p99,
      unit: 'ms, p99 of a search during an import',
      baseline: idle.p99,
      ratio: Math.round((busy.p99 / idle.p99) * 100) / 100,
      rows: ROWS,
      import_rows_per_second: Math.round(ROWS / seconds),
      idle,
      busy,
    }
  } finally {
    await server.stop()
    await bench.close()
    await rm(folder, { recursive: true })
  }
}
