import type { Sql } from './statements.ts'

/** Records a row that a job could not process and skips. */
export const setAside = (sql: Sql, work: string, rowId: number, error: string) =>
  sql`
    insert into set_aside_rows (work, row_id, error) values (${work}, ${rowId}, ${error})
    on conflict (work, row_id) do update set error = excluded.error, set_aside_at = now()`
