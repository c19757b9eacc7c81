import type { QueueItem, JobName } from '@artikul/contract/workspace/background-jobs'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/index.ts'

export interface JobRow {
  work: JobName
  every_ms: number
  ended_at: Date | null
  succeeded_at: Date | null
  took_ms: number
  failures: number
  error: string
  done_count: number
  failed_count: number
  total_ms: number
  is_running: boolean
  next_at: Date | null
  /** Seconds by which the next round is late. */
  late_seconds: number
  failed: number
}

/** Selects the last rounds of the jobs and their entries in the queue. */
export async function selectJobs(db: Db): Promise<JobRow[]> {
  const { rows } = await sql<JobRow>`
    select background_jobs.name as work, every_ms, ended_at, succeeded_at, took_ms, failures, error, done_count,
      failed_count, total_ms, coalesce(is_running, false) as is_running, next_at, coalesce(failed, 0)::integer as failed,
      coalesce(greatest(extract(epoch from now() - next_at), 0), 0)::integer as late_seconds
    from background_jobs
    left join (
      select task_identifier, bool_or(locked_at is not null) as is_running,
        min(run_at) filter (where locked_at is null and attempts < max_attempts) as next_at,
        count(*) filter (where locked_at is null and attempts >= max_attempts) as failed
      from graphile_worker.jobs group by task_identifier
    ) as entries on entries.task_identifier = background_jobs.name
    order by background_jobs.name`.execute(db)
  return rows
}

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
    select 'name_words', 0, count(*), null from set_aside_rows where work = 'name_words'
    union all
    select 'webhooks', 0, count(*), null from set_aside_rows where work = 'webhooks'`.execute(db)
  return rows
}
