import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Sql } from '@artikul/server/db'
import { benchDatabase } from './data/database.ts'
import { fillCatalogue, markNow, runImport, writtenSince } from './import.ts'
import { writeList } from './data/import-list.ts'
import type { Result } from './run.ts'

const ROWS = Number(process.env['BENCH_ROWS'] ?? 1_000_000)
const DAYS = Number(process.env['BENCH_RUNS'] ?? 30)
const CHANGED_PERCENT = 3

const sizeMb = async (sql: Sql): Promise<number> => {
  const [row] = await sql<{ bytes: number }[]>`select pg_total_relation_size('offers')::bigint as bytes`
  return Math.round((row?.bytes ?? 0) / 1_048_576)
}

/** Imports one list day after day with a few changed prices; measures rows written per day and growth of the table. */
export async function run(): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'artikul-reimport-'))
  const bench = await benchDatabase('import', fillCatalogue)
  const { sql } = bench.database
  try {
    const path = join(folder, 'list.csv')
    const shape = { rows: ROWS, newPercent: 0, changedPercent: CHANGED_PERCENT }
    await writeList(path, { ...shape, day: 0 })
    await runImport(bench.url, path)
    await sql.query('vacuum analyze offers')
    const before = await sizeMb(sql)
    const written: number[] = []
    const seconds: number[] = []
    for (let day = 1; day <= DAYS; day += 1) {
      await writeList(path, { ...shape, day })
      const mark = await markNow(sql)
      seconds.push((await runImport(bench.url, path)).seconds)
      written.push(await writtenSince(sql, mark))
      console.error(`day ${day}: ${written.at(-1)} rows written, offers ${await sizeMb(sql)} MB`)
      // Autovacuum does the same within a day.
      await sql.query('vacuum offers')
    }
    const after = await sizeMb(sql)
    const average = (of: number[]) => of.reduce((sum, one) => sum + one, 0) / of.length
    return {
      name: 'reimport',
      figure: Math.round(average(written)),
      unit: 'rows written by a list with 3 % changed',
      baseline: Math.round((ROWS * CHANGED_PERCENT) / 100),
      ratio: Math.round((average(written) / ((ROWS * CHANGED_PERCENT) / 100)) * 100) / 100,
      rows: ROWS,
      days: DAYS,
      seconds: Math.round(average(seconds) * 10) / 10,
      offers_mb: { before, after },
      growth: Math.round((after / before) * 100) / 100,
    }
  } finally {
    await bench.close()
    await rm(folder, { recursive: true })
  }
}
