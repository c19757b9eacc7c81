import type { Logger } from 'pino'
import { inBackground } from '../../../platform/background.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/db/index.ts'
import type { Job } from '../../../module.ts'
import type { Pricing } from '../../pricing/index.ts'
import { endUnanswered } from './change-approvals/decisions.ts'
import { endReservations, releaseAll, releaseChanged } from './holds/release.ts'

/** How soon a question to a client, or a reservation, ends whose time is over. */
const ENDINGS_EVERY_MS = 30_000
/** Without a word from the database everything that waits is looked at all the same. */
const RELEASES_EVERY_MS = 60_000

interface WorkDeps {
  clock: Clock
  pricing: Pricing
  log: Logger
}

/** Recurring work on orders; of several servers each thing is done by one, and once. */
export function ordersJobs(database: Database, deps: WorkDeps): readonly Job[] {
  const db = database.as('any')
  const { log } = deps
  const decisions = inBackground((stopping) => endUnanswered(db, deps, stopping), {
    work: 'decisions',
    everyMs: ENDINGS_EVERY_MS,
    log,
    failure: 'change approvals not expired',
  })
  const reservations = inBackground((stopping) => endReservations(db, deps, stopping), {
    work: 'reservations',
    everyMs: ENDINGS_EVERY_MS,
    log,
    failure: 'order reservations not expired',
  })
  return [decisions, reservations, releasesJob(database, deps)]
}

/** A change of money, limits or debts is heard of at once; the rest is found by looking through. */
function releasesJob(database: Database, deps: WorkDeps): Job {
  const db = database.as('any')
  let sweptAt = -RELEASES_EVERY_MS
  const releases = inBackground(
    async (stopping) => {
      await releaseChanged(db, deps, stopping)
      if (performance.now() - sweptAt < RELEASES_EVERY_MS / 2) return
      sweptAt = performance.now()
      await releaseAll(db, deps, stopping)
    },
    { work: 'releases', everyMs: RELEASES_EVERY_MS, log: deps.log, failure: 'held orders not released' },
  )
  const listener = database.listen('waiting_orders', { onWake: releases.look })
  return {
    standing: releases.standing,
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
