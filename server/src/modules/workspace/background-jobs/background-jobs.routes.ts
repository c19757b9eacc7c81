import {
  backgroundWorkRoutes as routes,
  JOB_NAMES,
  type JobStatus,
  type WorkState,
} from '@artikul/contract/workspace/background-jobs'
import type { FastifyInstance } from 'fastify'
import type { Registry } from 'prom-client'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/db/index.ts'
import { serve } from '../../../platform/http/index.ts'
import { selectJobQueues, selectJobs, type JobRow } from './background-jobs.queries.ts'
import { measureBackups } from './backup-metrics.ts'
import { measureJobs } from './job-metrics.ts'
import { measureQueues } from './queue-metrics.ts'

/** Delay of a round after which the servers count as stopped or overloaded. */
const OVERDUE_SECONDS = 60

function stateOf({ is_running: isRunning, failures, late_seconds: late }: JobRow): WorkState {
  if (isRunning) return 'running'
  if (late > OVERDUE_SECONDS) return 'overdue'
  return failures > 0 ? 'failing' : 'waiting'
}

const present = (row: JobRow): JobStatus => ({
  work: row.work,
  state: stateOf(row),
  every_ms: row.every_ms,
  ended_at: row.ended_at?.toISOString() ?? null,
  took_ms: row.took_ms,
  failures: row.failures,
  error: row.error,
  next_at: row.is_running ? null : (row.next_at?.toISOString() ?? null),
  failed: row.failed,
})

interface BackgroundWorkDeps {
  clock: Clock
  metrics?: Registry | undefined
}

/** Routes of the background jobs and of their queues. */
export function backgroundWorkModule(app: FastifyInstance, database: Database, { clock, metrics }: BackgroundWorkDeps) {
  if (metrics) {
    // Metrics scraping does not wait behind requests.
    const db = database.sharedForTenant('any')
    measureJobs(metrics, () => selectJobs(db))
    measureQueues(metrics, { clock, select: () => selectJobQueues(db) })
    measureBackups(metrics, { clock, db })
  }
  serve(app, database, routes.get, async ({ db }) => {
    const [works, queues] = await Promise.all([selectJobs(db), selectJobQueues(db)])
    return {
      // A server of another release may run jobs unknown to this one.
      works: works.filter(({ work }) => Object.hasOwn(JOB_NAMES, work)).map(present),
      queues: queues.map((queue) => ({ ...queue, oldest_at: queue.oldest_at?.toISOString() ?? null })),
    }
  })
}
