import { hostname } from 'node:os'
import {
  backgroundWorkRoutes as routes,
  JOB_NAMES,
  type JobStatus,
  type WorkState,
} from '@artikul/contract/workspace/background-jobs'
import type { FastifyInstance } from 'fastify'
import type { Registry } from 'prom-client'
import { jobStatusesOf } from '../../../platform/jobs.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/db/index.ts'
import { serve } from '../../../platform/http/index.ts'
import { measureWork } from '../../../platform/metrics/jobs.ts'
import { deleteJobStatuses, selectJobQueues, selectJobStatuses, writeJobStatuses } from './background-jobs.queries.ts'
import { measureBackups } from './backup-metrics.ts'
import { measureQueues } from './queue-metrics.ts'

const TELL_EVERY_MS = 15_000
/** Silence after which a server counts as stopped or unhealthy. */
const SILENT_MS = 4 * TELL_EVERY_MS
const RETENTION_MS = 24 * 60 * 60 * 1000

type Row = Awaited<ReturnType<typeof selectJobStatuses>>[number]

function stateOf({ is_running: isRunning, failures, seen_at: seenAt }: Row, now: Date): WorkState {
  if (now.getTime() - seenAt.getTime() > SILENT_MS) return 'lost'
  if (isRunning) return 'running'
  return failures > 0 ? 'failing' : 'waiting'
}

const present = ({ is_running: _, ...row }: Row, state: WorkState): JobStatus => ({
  ...row,
  state,
  ended_at: row.ended_at?.toISOString() ?? null,
  seen_at: row.seen_at.toISOString(),
})

interface BackgroundWorkDeps {
  clock: Clock
  metrics?: Registry | undefined
}

/** Routes of the background jobs of all servers, as reported by each of them, and of their queues. */
export function backgroundWorkModule(app: FastifyInstance, database: Database, { clock, metrics }: BackgroundWorkDeps) {
  const db = database.forTenant('any')
  if (metrics) {
    measureWork(metrics, app)
    // Metrics scraping does not wait behind requests.
    measureQueues(metrics, { clock, select: () => selectJobQueues(database.sharedForTenant('any')) })
    measureBackups(metrics, { clock, db: database.sharedForTenant('any') })
  }
  const server = `${hostname()}:${process.pid}`
  let timer: NodeJS.Timeout | undefined
  let told: Promise<unknown> = Promise.resolve()
  const tell = () => {
    const now = clock.now()
    // An unavailable database is reported by the features that need it.
    told = writeJobStatuses(db, server, jobStatusesOf(app), now)
      .then(() => deleteJobStatuses(db, { seenBefore: new Date(now.getTime() - RETENTION_MS) }))
      .catch(() => undefined)
  }
  app.addHook('onListen', async () => {
    tell()
    timer = setInterval(tell, TELL_EVERY_MS).unref()
  })
  app.addHook('preClose', async () => {
    if (!timer) return
    clearInterval(timer)
    await told
    await deleteJobStatuses(db, { server }).catch(() => undefined)
  })
  serve(app, database, routes.get, async ({ db: asked }) => {
    const now = clock.now()
    const [works, queues] = await Promise.all([selectJobStatuses(asked), selectJobQueues(asked)])
    return {
      // A server of another release may run jobs unknown to this one.
      works: works.filter(({ work }) => Object.hasOwn(JOB_NAMES, work)).map((row) => present(row, stateOf(row, now))),
      queues: queues.map((queue) => ({ ...queue, oldest_at: queue.oldest_at?.toISOString() ?? null })),
    }
  })
}
