import type { Database } from '../../../platform/db/index.ts'
import type { Job } from '../../../platform/jobs.ts'
import { loggable } from '../../../platform/telemetry/log-error.ts'
import { buildFile, LEASE_MS, type BuildDeps } from './build-export.ts'
import { claimFile } from './build-export.queries.ts'
import { orderDueFiles } from './export-schedules.ts'
import { createStore } from './export-storage.ts'

const EVERY_MS = 60_000
/** Files that are built concurrently. */
const AT_ONCE = 2

interface Deps extends Omit<BuildDeps, 'db' | 'driver' | 'store'> {
  config: { dataDir: string }
}

/** Job that builds waiting files. On shutdown unfinished files pass to another server or to the next start. */
export function priceExportsJob(database: Database, { config, ...services }: Deps): Job {
  const store = createStore(config.dataDir)
  const deps = { ...services, db: database.forTenant('any'), driver: database.sql, store }
  const buildWaiting = async (stopping: AbortSignal) => {
    while (!stopping.aborted) {
      const now = deps.clock.now()
      const file = await claimFile(deps.db, now, new Date(now.getTime() + LEASE_MS))
      if (!file) return
      await buildFile(deps, file, stopping).catch((error: unknown) =>
        deps.log.error({ err: loggable(error), file: file.id }, 'price export job failed'),
      )
    }
  }
  return {
    name: 'price_exports',
    everyMs: EVERY_MS,
    work: async (stopping) => {
      await orderDueFiles(deps)
      await Promise.all(Array.from({ length: AT_ONCE }, () => buildWaiting(stopping)))
    },
  }
}
