import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Db } from '../platform/db/index.ts'

/** Resolves when the given number of statements waits for rows locked by the caller's transaction. */
export async function untilWaiting(db: Db, count: number) {
  const waiting = async () => {
    const { rows } = await sql<{ waiting: number }>`
      select count(*) as waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
    return rows[0]?.waiting
  }
  await expect.poll(waiting, { timeout: 20_000 }).toBe(count)
}
