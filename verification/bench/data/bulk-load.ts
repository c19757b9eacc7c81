// Loads tables in parts, without their indexes. Progress is recorded in the database together with the rows, in one
// transaction, so that an interrupted load resumes.
import type { Sql, SqlPool } from '@artikul/server/db'

/** The pool or an open transaction. */
export type Statements = Pick<Sql, 'query'>

const CHUNK = 256_000

export const noteTables = (sql: Statements) =>
  sql.query(`
    create schema if not exists bench;
    create table if not exists bench.trade (key text primary key, finished_at timestamptz);
    create table if not exists bench.parts (name text, part integer, rows bigint not null, seconds float8 not null,
      primary key (name, part));
    create table if not exists bench.dropped (turn integer primary key, name text not null, statement text not null);
    create table if not exists bench.built (name text primary key, seconds float8 not null);`)

/**
 * Drops indexes, keys, foreign keys and the triggers that implement some of them, and records their definitions as the
 * database writes them. Checks and not-null constraints stay, because they cost next to nothing.
 */
export async function dropIndexes(tx: Statements, tables: string[]): Promise<void> {
  const found = await tx.query<{ name: string; make: string; drop: string }>(
    `
    with loaded as (select unnest($1::text[])::regclass as id), keys as (
      select * from pg_constraint where contype in ('p', 'u', 'f')
        and (conrelid in (select id from loaded) or confrelid in (select id from loaded))
    ), made as (
      select conname::text as name, case contype when 'p' then 1 when 'u' then 2 else 4 end as turn,
        format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as make,
        format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop
      from keys
      union all
      select indexname, 3, indexdef, format('drop index %I', indexname)
      from pg_indexes where schemaname = 'public' and tablename = any($1)
        and indexname not in (select conname from keys where contype <> 'f')
      union all
      select tgname, 5, format('alter table %s enable trigger %I', tgrelid::regclass, tgname),
        format('alter table %s disable trigger %I', tgrelid::regclass, tgname)
      from pg_trigger where tgrelid in (select id from loaded) and tgnewtable is not null and not tgisinternal
    )
    select name, make, drop from made order by turn, name`,
    [tables],
  )
  const last = await tx.query<{ turn: number }>('select coalesce(max(turn), 0) as turn from bench.dropped')
  for (const [at, { name, make }] of found.entries())
    await tx.query('insert into bench.dropped values ($1, $2, $3)', [(last[0]?.turn ?? 0) + at + 1, name, make])
  for (const { drop } of found.toReversed()) await tx.query(drop)
}

/** Recreates the dropped objects, each in a transaction of its own. */
export async function makeIndexes(sql: SqlPool, log: (line: string) => void): Promise<void> {
  const left = await sql<{ turn: number; name: string; statement: string }[]>`
    select turn, name, statement from bench.dropped order by turn`
  for (const { turn, name, statement } of left) {
    const started = performance.now()
    await sql.begin(async (tx) => {
      await tx.query(`set local maintenance_work_mem = '1GB'; set local work_mem = '256MB'`)
      await tx.query(statement)
      const seconds = (performance.now() - started) / 1000
      await tx.query('insert into bench.built values ($1, $2) on conflict (name) do update set seconds = $2', [
        name,
        seconds,
      ])
      await tx.query('delete from bench.dropped where turn = $1', [turn])
    })
    log(`${name}: ${((performance.now() - started) / 1000).toFixed(1)} с`)
  }
}

function* inChunks(rows: Iterable<string>): Generator<string> {
  let chunk = ''
  for (const row of rows) {
    chunk += row
    if (chunk.length < CHUNK) continue
    yield chunk
    chunk = ''
  }
  yield chunk
}

export interface Part {
  table: string
  columns: string[]
  part: number
  rows: () => Iterable<string>
}

/** Copies one part unless it is already loaded. `beforeCommit` may still abort it. */
export async function loadPart(
  sql: SqlPool,
  { table, columns, part, rows }: Part,
  beforeCommit: (table: string, part: number) => void,
): Promise<void> {
  const done = await sql`select 1 from bench.parts where name = ${table} and part = ${part}`
  if (done.length > 0) return
  const started = performance.now()
  await sql.begin(async (tx) => {
    await tx.query('set local synchronous_commit = off')
    let lines = 0
    function* counted() {
      for (const row of rows()) {
        // A cross reference is two rows.
        for (let at = row.indexOf('\n'); at >= 0; at = row.indexOf('\n', at + 1)) lines += 1
        yield row
      }
    }
    await tx.copy(`copy ${table} (${columns.join(', ')}) from stdin`, inChunks(counted()))
    const seconds = (performance.now() - started) / 1000
    await tx.query('insert into bench.parts values ($1, $2, $3, $4)', [table, part, lines, seconds])
    beforeCommit(table, part)
  })
}

export interface TableReport {
  rows: number
  seconds: number
  rows_per_second: number
  table_mb: number
  indexes_mb: number
  total_mb: number
}

/** Reports loaded rows, speed, and size with indexes. */
export async function reportOf(sql: Sql) {
  const tables = await sql<(TableReport & { name: string })[]>`
    select name, sum(rows) as rows, round(sum(seconds)::numeric, 1) as seconds,
      round(sum(rows) / greatest(sum(seconds), 0.001)::numeric) as rows_per_second,
      round(pg_table_size(name::regclass) / 1e6, 1) as table_mb,
      round(pg_indexes_size(name::regclass) / 1e6, 1) as indexes_mb,
      round(pg_total_relation_size(name::regclass) / 1e6, 1) as total_mb
    from bench.parts group by name order by min(array_position(array['brands', 'products', 'offers', 'cross_references'], name))`
  const built = await sql<{ name: string; seconds: number; mb: number | null }[]>`
    select name, round(seconds::numeric, 1) as seconds, round(pg_relation_size(to_regclass(name)) / 1e6, 1) as mb
    from bench.built order by built.seconds desc`
  const whole = await sql<{ gb: number; seconds: number }[]>`
    select round(pg_database_size(current_database()) / 1e9, 2) as gb,
      round(((select sum(seconds) from bench.parts) + (select sum(seconds) from bench.built))::numeric, 1) as seconds`
  return {
    tables: Object.fromEntries(tables.map(({ name, ...table }) => [name, table])),
    indexes: Object.fromEntries(built.map(({ name, ...index }) => [name, index])),
    database_gb: whole[0]?.gb ?? 0,
    seconds: whole[0]?.seconds ?? 0,
  }
}
