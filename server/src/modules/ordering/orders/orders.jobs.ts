import type { Logger } from 'pino'
import { createJob, type StartedJob } from '../../../platform/jobs.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/db/index.ts'
import type { Pricing } from '../../pricing/index.ts'
import { endUnanswered } from './change-approvals/change-approvals.ts'
import { endReservations, releaseAll, releaseChanged } from './holds/release.ts'

/** Interval at which expired change approvals and reservations are ended. */
const ENDINGS_EVERY_MS = 30_000
/** Interval of the full pass over waiting orders when the database sends no notification. */
const RELEASES_EVERY_MS = 60_000

interface WorkDeps {
  clock: Clock
  pricing: Pricing
  log: Logger
}

/** Background jobs of orders; with several servers each task runs once. */
export function ordersJobs(database: Database, deps: WorkDeps): readonly StartedJob[] {
  const db = database.forTenant('any')
  const { log } = deps
  const decisions = createJob((stopping) => endUnanswered(db, deps, stopping), {
    name: 'decisions',
    everyMs: ENDINGS_EVERY_MS,
    log,
    failure: 'change approvals not expired',
  })
  const reservations = createJob((stopping) => endReservations(db, deps, stopping), {
    name: 'reservations',
    everyMs: ENDINGS_EVERY_MS,
    log,
    failure: 'order reservations not expired',
  })
  return [decisions, reservations, releasesJob(database, deps)]
}

/** Job that reacts immediately to changes of money, limits and debts; a periodic pass finds the rest. */
function releasesJob(database: Database, deps: WorkDeps): StartedJob {
  const db = database.forTenant('any')
  let sweptAt = -RELEASES_EVERY_MS
  const releases = createJob(
    async (stopping) => {
      await releaseChanged(db, deps, stopping)
      if (performance.now() - sweptAt < RELEASES_EVERY_MS / 2) return
      sweptAt = performance.now()
      await releaseAll(db, deps, stopping)
    },
    { name: 'releases', everyMs: RELEASES_EVERY_MS, log: deps.log, failure: 'held orders not released' },
  )
  const listener = database.listen('waiting_orders', { onWake: releases.trigger })
  return {
    status: releases.status,
    start: () => {
      listener.start()
      releases.start()
    },
    stop: async () => {
      await listener.stop()
      await releases.stop()
    },
  }
}
