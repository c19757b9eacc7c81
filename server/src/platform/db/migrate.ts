import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { StartError } from '../config.ts'
import type { Sql } from './index.ts'

export const MIGRATIONS_DIR = join(import.meta.dirname, '../../../migrations')
const MIGRATION_LOCK = 7_321_001

/**
 * Applies what is not applied yet, in order, each file in a transaction of its own; several servers starting at once
 * wait for each other.
 * @throws StartError when the database is newer than the code.
 */
export async function migrate(sql: Sql): Promise<string[]> {
  const files = (await readdir(MIGRATIONS_DIR)).filter((name) => name.endsWith('.sql')).sort()
  const connection = await sql.reserve()
  try {
    await connection`select pg_advisory_lock(${MIGRATION_LOCK})`
    await connection`create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())`
    const rows = await connection<{ name: string }[]>`select name from migrations order by name`
    const applied = new Set(rows.map((row) => row.name))
    const unknown = [...applied].filter((name) => !files.includes(name))
    if (unknown.length > 0)
      throw new StartError(`База данных новее программы (${unknown.join(', ')}): обновите программу.`)
    const fresh = files.filter((name) => !applied.has(name))
    for (const name of fresh) {
      const text = await readFile(join(MIGRATIONS_DIR, name), 'utf8')
      await connection.unsafe(`begin;\n${text}\ninsert into migrations (name) values ('${name}');\ncommit;`).simple()
    }
    return fresh
  } finally {
    await connection`select pg_advisory_unlock(${MIGRATION_LOCK})`
    connection.release()
  }
}
