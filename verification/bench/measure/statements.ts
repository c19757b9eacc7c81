import type { Sql } from '@artikul/server/db'

interface Counted {
  query: string
  calls: number
  /** Mean milliseconds of planning and of execution. */
  plan_ms: number
  exec_ms: number
}

const track = async (sql: Sql, what: 'none' | 'top') => {
  await sql.query(`alter system set pg_stat_statements.track = ${what}`)
  await sql`select pg_reload_conf()`
}

/** Prepares the counting, which is off during measurements of CPU. */
export async function prepareCounting(sql: Sql) {
  await sql`create extension if not exists pg_stat_statements`
  await sql.query('alter system set pg_stat_statements.track_planning = on')
  await track(sql, 'none')
}

/** Counts the statements that PostgreSQL runs during `work`, begin and commit included, the most frequent first. */
export async function countStatements(sql: Sql, work: () => Promise<unknown>): Promise<Counted[]> {
  await track(sql, 'top')
  await sql`select pg_stat_statements_reset()`
  await work()
  const counted = await sql<Counted[]>`
    select query, calls::integer as calls, total_plan_time / greatest(calls, 1) as plan_ms, mean_exec_time as exec_ms
    from pg_stat_statements join pg_database database on database.oid = dbid
    where datname = current_database() and query not like '%pg_stat_statements%' and query <> 'select pg_reload_conf()'
    order by calls desc`
  await track(sql, 'none')
  return counted
}
