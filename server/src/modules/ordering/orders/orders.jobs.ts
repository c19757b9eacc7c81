import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/db/index.ts'
import type { Job } from '../../../platform/jobs.ts'
import type { Pricing } from '../../pricing/index.ts'
import { endUnanswered } from './change-approvals/change-approvals.ts'
import { endReservations, releaseAll, releaseChanged } from './holds/release.ts'

/** Interval at which expired change approvals and reservations are ended. */
const ENDINGS_EVERY_MS = 30_000
/** Interval of the full pass over waiting orders. */
const RELEASES_EVERY_MS = 60_000

interface WorkDeps {
  clock: Clock
  pricing: Pricing
}

/** Background jobs of orders. The database runs releases at once after changes of money, limits and debts. */
export function ordersJobs(database: Database, deps: WorkDeps): readonly Job[] {
  const db = database.forTenant('any')
  let sweptAt = -RELEASES_EVERY_MS
  return [
    { name: 'decisions', everyMs: ENDINGS_EVERY_MS, work: (stopping) => endUnanswered(db, deps, stopping) },
    { name: 'reservations', everyMs: ENDINGS_EVERY_MS, work: (stopping) => endReservations(db, deps, stopping) },
    {
      name: 'releases',
      everyMs: RELEASES_EVERY_MS,
      work: async (stopping) => {
        await releaseChanged(db, deps, stopping)
        if (performance.now() - sweptAt < RELEASES_EVERY_MS / 2) return
        sweptAt = performance.now()
        await releaseAll(db, deps, stopping)
      },
    },
  ]
}
