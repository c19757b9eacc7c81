import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { JOB_NAMES } from '@artikul/contract/workspace/background-jobs'
import { Logger, runMigrations } from 'graphile-worker'
import { StartError } from '../config.ts'
import type { Sql, SqlPool } from './index.ts'

export const MIGRATIONS_DIR = join(import.meta.dirname, '../../../migrations')
const MIGRATION_LOCK = 7_321_001

/**
 * Analyses new columns of large tables: without statistics, which are not collected until a tenth of the rows has
 * changed, the planner assumes so many matches that it scans whole tables.
 */
async function analyzeNewColumns(connection: Sql) {
  const tables = await connection<{ name: string }[]>`
    select distinct format('%I.%I', nspname, relname) as name
    from pg_class
    join pg_namespace on pg_namespace.oid = relnamespace
    join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped
    where relkind = 'r' and reltuples > 0 and nspname = current_schema() and not exists (
      select from pg_stats where schemaname = nspname and tablename = relname and pg_stats.attname = pg_attribute.attname
    )`
  for (const { name } of tables) await connection.query(`analyze ${name}`)
}

/** Creates the queue of each job by its first round: transactions that create the same one would wait for each other. */
const createQueues = (connection: Sql) =>
  connection`
    select graphile_worker.add_job(name, queue_name => name, job_key => name)
    from unnest(${Object.keys(JOB_NAMES)}::text[]) as name`

const silent = new Logger(() => () => undefined)

/**
 * Applies pending migrations of the job queue and then our own in order, each file in its own transaction;
 * concurrent servers wait for each other.
 * @throws StartError when the database is newer than the code, or was created before the baseline
 */
export async function migrate(sql: SqlPool, dir = MIGRATIONS_DIR): Promise<string[]> {
  const files = (await readdir(dir)).filter((name) => name.endsWith('.sql')).sort()
  await runMigrations({ pgPool: sql.pgPool, logger: silent })
  return sql.withConnection((connection) => applyNew(connection, dir, files))
}

async function applyNew(connection: Sql, dir: string, files: readonly string[]): Promise<string[]> {
  try {
    await connection`select pg_advisory_lock(${MIGRATION_LOCK})`
    await connection`create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())`
    const rows = await connection<{ name: string }[]>`select name from migrations order by name`
    const applied = new Set(rows.map((row) => row.name))
    const unknown = [...applied].filter((name) => !files.includes(name))
    if (unknown.length > 0 && !applied.has(files[0] ?? ''))
      throw new StartError(
        'База данных создана версией до новой схемы: укажите пустую базу или пустую папку данных (DATA_DIR).',
      )
    if (unknown.length > 0)
      throw new StartError(`База данных новее программы (${unknown.join(', ')}): обновите программу.`)
    const fresh = files.filter((name) => !applied.has(name))
    for (const name of fresh) {
      const text = await readFile(join(dir, name), 'utf8')
      await connection.query(`begin;\n${text}\ninsert into migrations (name) values ('${name}');\ncommit;`)
    }
    if (fresh.length > 0) {
      await createQueues(connection)
      await analyzeNewColumns(connection)
    }
    return fresh
  } catch (error) {
    // Otherwise the next statement would fail in the aborted transaction and hide this error.
    await connection`rollback`
    throw error
  } finally {
    await connection`select pg_advisory_unlock(${MIGRATION_LOCK})`
  }
}
