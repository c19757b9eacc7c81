import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database, Sql, SqlPool } from '@artikul/server/db'
import { benchDatabase } from './data/database.ts'
import { BRANDS, copyBatches, writeList } from './data/import-list.ts'
import type { ListShape } from './data/import-list.ts'
import { peakMb } from './measure/process-memory.ts'
import type { Result } from './run.ts'

const ROWS = Number(process.env['BENCH_ROWS'] ?? 1_000_000)
const NEW_PERCENT = Number(process.env['BENCH_NEW_PERCENT'] ?? 10)
const ROOT = join(import.meta.dirname, '../..')

/**
 * Builds a catalogue of products, each offered by another warehouse. Rebuilt for every run, so that runs are
 * comparable.
 */
export async function fillCatalogue({ sql }: Database): Promise<void> {
  await sql.query(`
    truncate sellers, brands, users, price_groups, supply_routes, offers restart identity cascade;
    insert into sellers (name, full_name, inn, ogrn, address, tax_regime, director, invoice_prefix)
    values ('Продавец', 'Продавец', '7701234560', '1257700001239', 'Москва', 'osno', 'Иванов И. И.', 'Б');
    insert into supply_routes (name, kind, seller_id) values ('Другой поставщик', 'partner', 1);
    insert into warehouses (supply_route_id, name, shown_as) values (1, 'Другой склад', 'Партнёр 1');
    insert into brands (name, key, slug) select 'Марка ' || n, 'МАРКА' || n, 'marka' || n from generate_series(0, ${BRANDS - 1}) n;
    insert into products (brand_id, article, article_key, loose_key, code, name, country)
      select n % ${BRANDS} + 1, start || '-' || tail, start || tail, start || tail,
        'marka' || n % ${BRANDS} || '-' || start || tail, 'Колодки тормозные передние', 'Германия'
      from (select n, lpad(((n::bigint * 7919) % 1000000)::text, 6, '0') as start, lpad(n::text, 7, '0') as tail
            from generate_series(0, ${ROWS - 1}) n) as made;
    insert into offers (product_id, warehouse_id, purchase_kop, on_hand, tracked, qty_text)
      select id, 1, 10000 + id % 900000, 5, false, '5' from products order by id;`)
  await sql.query('vacuum analyze')
  await sql.query('checkpoint')
}

/** Keys that every import looks up, and the name as words, indexed only for products new to the catalogue. */
const KEYS = `create unique index on bare_list (c2, c3); create index on bare_list (c3); create index on bare_list (c18);`
const WORDS = `create index on bare_list using gin (to_tsvector('russian', translate(c4, '-/.+', '    ')))`
const KEYS_AND_WORDS = [KEYS, WORDS, ...Array.from({ length: 16 }, (_, part) => `${WORDS} where id % 16 = ${part}`)]

/** Baseline: the same rows copied to one logged table, indexed like the tables an import writes. */
async function copyBare(sql: SqlPool, shape: ListShape, indexes: string): Promise<number> {
  const columns = Array.from({ length: 20 }, (_, at) => `c${at}`)
  const typed = columns.map((column) => `${column} text`)
  await sql.query(`drop table if exists bare_list;
    create table bare_list (id integer generated always as identity primary key, ${typed.join(', ')}); ${indexes}`)
  const batches = [...copyBatches(shape)]
  const started = performance.now()
  await sql.begin((tx) => tx.copy(`copy bare_list (${columns.join(', ')}) from stdin`, batches))
  const seconds = (performance.now() - started) / 1000
  await sql.query('drop table bare_list')
  return seconds
}

export interface Imported {
  seconds: number
  peakMb: number
}

/** Runs the command as a user does, from the start of its process to its end. */
export async function runImport(url: string, path: string): Promise<Imported> {
  const started = performance.now()
  const child = spawn(process.execPath, ['server/src/import-cli.ts', path, '--warehouse', 'Склад замера'], {
    cwd: ROOT,
    env: { ...process.env, DATABASE_URL: url, DEMO_DATA: 'off' },
    stdio: ['ignore', 'inherit', 'inherit'].map((way, at) => (at === 1 ? 2 : way)) as ['ignore', number, 'inherit'],
  })
  let peak = 0
  const watch = setInterval(() => {
    void peakMb(child.pid ?? 0).then((mb) => (peak = Math.max(peak, mb)))
  }, 250)
  const [code] = (await once(child, 'exit')) as [number | null]
  clearInterval(watch)
  if (code !== 0) throw new Error(`the import ended with ${code ?? 'a signal'}`)
  return { seconds: (performance.now() - started) / 1000, peakMb: peak }
}

/** Counts the rows of offers and products written since the mark, by their transaction. */
export async function writtenSince(sql: Sql, mark: string): Promise<number> {
  const rows = await sql<{ written: number }[]>`
    select (select count(*) from offers where xmin::text::bigint >= ${mark}::bigint)
      + (select count(*) from products where xmin::text::bigint >= ${mark}::bigint) as written`
  return rows[0]?.written ?? 0
}

export async function markNow(sql: Sql): Promise<string> {
  const rows = await sql<{ mark: string }[]>`select pg_current_xact_id()::text as mark`
  return rows[0]?.mark ?? '0'
}

/** Measures a price list over a catalogue filled by other warehouses against a bare COPY of the same rows. */
export async function run(): Promise<Result> {
  const shape = { rows: ROWS, newPercent: NEW_PERCENT }
  const folder = await mkdtemp(join(tmpdir(), 'artikul-import-'))
  const bench = await benchDatabase('import', fillCatalogue)
  try {
    const path = join(folder, 'list.csv')
    await writeList(path, shape)
    const bareSeconds = await copyBare(bench.database.long, shape, KEYS)
    const wordsSeconds = await copyBare(bench.database.long, shape, KEYS_AND_WORDS.join(';'))
    await bench.database.sql.query('checkpoint')
    const first = await runImport(bench.url, path)
    const mark = await markNow(bench.database.sql)
    const again = await runImport(bench.url, path)
    const perSecond = (seconds: number) => Math.round(ROWS / seconds)
    const ratio = (share: number) => Math.round(share * 100) / 100
    return {
      name: 'import',
      figure: perSecond(first.seconds),
      unit: 'rows per second',
      baseline: perSecond(bareSeconds),
      ratio: ratio(bareSeconds / first.seconds),
      baseline_with_words: perSecond(wordsSeconds),
      ratio_with_words: ratio(wordsSeconds / first.seconds),
      rows: ROWS,
      new_percent: NEW_PERCENT,
      seconds: Math.round(first.seconds * 10) / 10,
      peak_mb: first.peakMb,
      again_rows_per_second: perSecond(again.seconds),
      again_rows_written: await writtenSince(bench.database.sql, mark),
    }
  } finally {
    await bench.close()
    await rm(folder, { recursive: true })
  }
}
