import type { Logger } from 'pino'
import type { Clock } from '../../../platform/clock.ts'
import type { Config } from '../../../platform/config.ts'
import type { Database } from '../../../platform/db/index.ts'
import type { Job } from '../../../platform/jobs.ts'
import { createListStore } from './import-storage.ts'
import { markInterrupted, selectQueuedImports } from './price-imports.queries.ts'
import { runImport, type RunDeps } from './run-import.ts'
import { fetchDueLists } from './schedule.ts'

const EVERY_MS = 60_000

interface Deps {
  config: Pick<Config, 'dataDir' | 'PRIVATE_URLS'>
  clock: Clock
  log: Logger
}

/** Jobs that fetch due price lists and import queued ones. */
export function priceListJobs(database: Database, { config, clock, log }: Deps): readonly Job[] {
  const deps = { database, store: createListStore(config.dataDir), clock }
  const allowsPrivate = config.PRIVATE_URLS === 'on'
  return [
    {
      name: 'price_schedule',
      everyMs: EVERY_MS,
      work: (stopping) => fetchDueLists({ ...deps, log, allowsPrivate }, stopping),
    },
    { name: 'price_imports', everyMs: EVERY_MS, work: (stopping) => runQueuedImports(deps, stopping) },
  ]
}

/** Runs the queued imports one after another. */
async function runQueuedImports(deps: RunDeps, stopping: AbortSignal): Promise<void> {
  const { database, clock } = deps
  await markInterrupted(database.db, clock.now())
  for (let after = 0; !stopping.aborted;) {
    const row = await selectQueuedImports(database.db, after)
    if (!row) return
    after = row.id
    await runImport(deps, row, stopping)
  }
}
