import type { QueueItem, JobName } from '@artikul/contract/workspace/background-jobs'
import { sql } from 'kysely'
import type { JobStatus } from '../../../platform/jobs.ts'
import type { Db } from '../../../platform/db/index.ts'

/** Replaces the status of the server's jobs; rows under earlier ids of the server are purged with old ones. */
export const writeJobStatuses = (db: Db, server: string, works: readonly JobStatus[], now: Date) =>
  sql`
    insert into background_jobs (server, work, is_running, every_ms, ended_at, took_ms, failures, error, seen_at)
    select ${server}, told.work, told.is_running = 1, told.every_ms, told.ended_at, told.took_ms, told.failures, told.error, ${now}
    from unnest(
      ${works.map(({ name: work }) => work)}::text[], ${works.map(({ isRunning }) => Number(isRunning))}::integer[],
      ${works.map(({ everyMs }) => everyMs)}::integer[],
      ${works.map(({ endedAt }) => endedAt?.toISOString() ?? null)}::timestamptz[],
      ${works.map(({ tookMs }) => tookMs)}::integer[], ${works.map(({ failures }) => failures)}::integer[],
      ${works.map(({ error }) => error)}::text[]
    ) as told (work, is_running, every_ms, ended_at, took_ms, failures, error)
    on conflict (server, work) do update set is_running = excluded.is_running, every_ms = excluded.every_ms,
      ended_at = excluded.ended_at, took_ms = excluded.took_ms, failures = excluded.failures, error = excluded.error,
      seen_at = excluded.seen_at`.execute(db)

export const deleteJobStatuses = (db: Db, which: { server: string } | { seenBefore: Date }) =>
  'server' in which
    ? db.deleteFrom('background_jobs').where('server', '=', which.server).execute()
    : db.deleteFrom('background_jobs').where('seen_at', '<', which.seenBefore).execute()

const MOST = 1000

export const selectJobStatuses = (db: Db) =>
  db
    .selectFrom('background_jobs')
    .selectAll()
    .select(sql<JobName>`work`.as('work'))
    .orderBy('work')
    .orderBy('server')
    .limit(MOST)
    .execute()

/** Selects waiting and failed items through indexes by state: completed emails and files are not read. */
export async function selectJobQueues(db: Db): Promise<(Omit<QueueItem, 'oldest_at'> & { oldest_at: Date | null })[]> {
  const { rows } = await sql<Omit<QueueItem, 'oldest_at'> & { oldest_at: Date | null }>`
    select 'emails' as queue, count(*) filter (where state = 'waiting') as waiting,
      count(*) filter (where state = 'failed') as failed, min(created_at) filter (where state = 'waiting') as oldest_at
    from emails where state = 'waiting' or state = 'failed'
    union all
    select 'price_imports', count(*) filter (where state <> 'interrupted'), count(*) filter (where state = 'interrupted'),
      min(created_at) filter (where state <> 'interrupted')
    from price_imports where state in ('queued', 'running', 'interrupted')
    union all
    select 'price_exports', count(*) filter (where state <> 'failed'), count(*) filter (where state = 'failed'),
      min(created_at) filter (where state <> 'failed')
    from price_exports where state in ('queued', 'running') or state = 'failed'
    union all
    select 'supplier_orders', count(*) filter (where state in ('due', 'sending')),
      count(*) filter (where state in ('unknown', 'stopped')), min(created_at) filter (where state in ('due', 'sending'))
    from supplier_orders where state in ('due', 'sending', 'unknown', 'stopped')
    union all
    select 'name_words', 0, count(*), null from set_aside_rows where work = 'name_words'`.execute(db)
  return rows
}
