import { EventEmitter } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import type { JobName } from '@artikul/contract/workspace/background-jobs'
import type { Runner, RunnerOptions, Task, WorkerEvents } from 'graphile-worker'
import { sql } from 'kysely'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import type { Database, Db } from './db/index.ts'
import { loggable } from './telemetry/log-error.ts'
import { inNewTrace } from './telemetry/trace.ts'

/** Background job, declared by its module. One server of the cluster runs a round of it at a time. */
export interface Job {
  name: JobName
  /** Interval between rounds; `enqueueJob` requests one earlier. */
  everyMs: number
  /** Runs one round; `stopping` aborts when the server shuts down. */
  work: (stopping: AbortSignal) => Promise<unknown>
}

/** Runs a round of the job after the caller's transaction commits, or at a later moment. */
export const enqueueJob = (db: Db, name: JobName, at: Date | null = null) =>
  sql`select enqueue_job(${name}, ${at})`.execute(db)

export interface JobRunner {
  jobs: readonly Job[]
  /** Starts the jobs, by default all, with a round of each. */
  start: (names?: readonly JobName[]) => void
  /** Asks the rounds in progress to end and waits for them. */
  stop: () => Promise<void>
}

declare module 'fastify' {
  interface FastifyInstance {
    jobs: JobRunner
  }
}

/** Attempts of a round, with growing pauses of 3 to 55 seconds, before it is left as failed. */
const MAX_ATTEMPTS = 5
/** Interval of queries for entries whose time has come; new entries are announced. */
const POLL_MS = 1000
/** Shutdown waits no longer; another server takes over what is left. */
const STOP_WITHIN_MS = 3000
const RESTART_MS = 1000
/** Connections of the runner: one listens, the others fetch and complete entries. */
const CONNECTIONS = 4
/** Key of the advisory lock that a running server holds on its entries. */
const SERVER_LOCK = 7_321_015
/** Interval at which entries of crashed servers are released. */
const RELEASE_EVERY_MS = 5000

/** Adds the next round of each job; an entry with the same key is replaced. */
const SCHEDULE = `
  with scheduled as (
    insert into background_jobs (name, every_ms) select * from unnest($1::text[], $2::integer[])
    on conflict (name) do update set every_ms = excluded.every_ms
    returning name, every_ms
  )
  select graphile_worker.add_job(
    name, queue_name => name, run_at => now() + $3::integer * every_ms * interval '1 ms', max_attempts => ${MAX_ATTEMPTS},
    job_key => name
  ) from scheduled`

/** Removes other entries of the job that are due or have failed: the round that begins does their work. */
const TAKE_OVER = `
  select graphile_worker.complete_jobs(array(
    select id from graphile_worker.jobs
    where task_identifier = $1 and locked_at is null and (run_at <= now() or attempts >= max_attempts)
  ))`

const RECORD = `
  update background_jobs set
    ended_at = now(), took_ms = $2::integer, total_ms = total_ms + $2::integer, error = $3::text,
    failures = case when $3 = '' then 0 else failures + 1 end,
    succeeded_at = case when $3 = '' then now() else succeeded_at end,
    done_count = done_count + ($3 = '')::integer, failed_count = failed_count + ($3 <> '')::integer
  where name = $1`

/** A lock that can be acquired exclusively shows that its server is gone. */
const RELEASE_CRASHED = `
  select graphile_worker.force_unlock_workers(array(
    select locked_by from (
      select distinct locked_by from graphile_worker.jobs where locked_at < now() - interval '5 seconds'
    ) as held
    where pg_try_advisory_xact_lock(${SERVER_LOCK}, hashtext(locked_by))
  ))`

/** Name of an error for the user interface, without data of rows. */
function nameOf(error: unknown): string {
  const { type, code, message } = loggable(error) as { type?: string; code?: string; message?: string }
  return [type, code, message].filter(Boolean).join(' ').slice(0, 300) || 'Error'
}

interface RunnerDeps {
  log: Logger
  /** Aborts when the server shuts down. */
  stopping: AbortSignal
}

/** Runs rounds of the job while they are requested; after a success or the last attempt, schedules the next one. */
const toTask =
  ({ name, everyMs, work }: Job, { log, stopping }: RunnerDeps): Task =>
  async (_payload, helpers) => {
    const { attempts, max_attempts: maxAttempts } = helpers.job
    const takeOver = async () => (await helpers.query(TAKE_OVER, [name])).rows.length > 0
    const runRound = async () => {
      stopping.throwIfAborted()
      const began = performance.now()
      const error = await inNewTrace(() => work(stopping)).then(
        () => '',
        (thrown: unknown) => {
          if (!stopping.aborted) log.error({ err: loggable(thrown), job: name }, 'background job failed')
          return nameOf(thrown)
        },
      )
      // Another server repeats an interrupted round.
      stopping.throwIfAborted()
      await helpers.query(RECORD, [name, Math.round(performance.now() - began), error])
      return error
    }
    await takeOver()
    let error = await runRound()
    while (error === '' && (await takeOver())) error = await runRound()
    if (error === '' || attempts >= maxAttempts) await helpers.query(SCHEDULE, [[name], [everyMs], 1])
    if (error !== '') throw new Error(error)
  }

/** Releases the entries of crashed servers, which do not hold the lock that every running server acquires. */
function watchServers(pool: Pool, { log }: RunnerDeps) {
  const events: WorkerEvents = new EventEmitter()
  const warn = (text: string) => (error: unknown) => log.error({ err: loggable(error) }, text)
  events.on('pool:listen:success', ({ workerPool, client }) => {
    client
      .query('select pg_advisory_lock_shared($1, hashtext($2))', [SERVER_LOCK, workerPool.id])
      .catch(warn('job server lock not acquired'))
  })
  const release = () => pool.query(RELEASE_CRASHED).catch(warn('jobs of crashed servers not released'))
  events.on('resetLocked:started', () => void release())
  return { events, release }
}

/** Runs the queue until the server stops; a runner that gives up, as after a long outage, is started again. */
async function runQueue(pool: Pool, jobs: readonly Job[], deps: RunnerDeps & { onRun: (runner: Runner) => void }) {
  const { log, stopping } = deps
  const { Logger: QueueLogger, run } = await import('graphile-worker')
  const { events, release } = watchServers(pool, deps)
  const options: RunnerOptions = {
    pgPool: pool,
    events,
    taskList: Object.fromEntries(jobs.map((job) => [job.name, toTask(job, deps)])),
    parsedCronItems: [],
    noHandleSignals: true,
    minResetLockedInterval: RELEASE_EVERY_MS,
    maxResetLockedInterval: RELEASE_EVERY_MS,
    logger: new QueueLogger(() => (level, message, meta) => {
      if (level === 'error' && meta['failure'] !== true) log.error({ reason: message }, 'job queue failed')
    }),
    preset: {
      worker: {
        concurrentJobs: jobs.length,
        localQueue: { size: jobs.length },
        pollInterval: POLL_MS,
        // Without batches a lost connection would be an unhandled rejection.
        completeJobBatchDelay: 0,
        failJobBatchDelay: 0,
      },
    },
  }
  for (let isScheduled = false; !stopping.aborted;) {
    try {
      await release()
      if (!isScheduled) await pool.query(SCHEDULE, [jobs.map(({ name }) => name), jobs.map((job) => job.everyMs), 0])
      isScheduled = true
      const runner = await run({ ...options })
      deps.onRun(runner)
      await runner.promise
    } catch (error) {
      log.error({ err: loggable(error) }, 'job queue stopped')
    }
    await delay(RESTART_MS, undefined, { signal: stopping }).catch(() => undefined)
  }
}

/**
 * Creates the runner of jobs from a queue in PostgreSQL (graphile-worker) that the servers share. Each job has a queue of
 * its own, so that its rounds follow one another; several requests for a round are served by one.
 */
export function createJobRunner(database: Database, jobs: readonly Job[], log: Logger): JobRunner {
  const controller = new AbortController()
  const stopping = controller.signal
  let running: Promise<unknown> | undefined
  return {
    jobs,
    start: (names) => {
      const pool = database.openJobPool(CONNECTIONS)
      const chosen = jobs.filter(({ name }) => names?.includes(name) ?? true)
      const onRun = (runner: Runner) => {
        const stop = () => void runner.stop().catch(() => undefined)
        if (stopping.aborted) stop()
        else stopping.addEventListener('abort', stop)
      }
      running = runQueue(pool, chosen, { log, stopping, onRun }).finally(() => pool.end())
    },
    stop: async () => {
      controller.abort()
      const waited = new AbortController()
      const patience = delay(STOP_WITHIN_MS, undefined, { signal: waited.signal }).catch(() => undefined)
      await Promise.race([running, patience])
      waited.abort()
    },
  }
}
