import { setTimeout } from 'node:timers/promises'
import type { Logger } from 'pino'
import { createJob, type Job } from '../../../platform/jobs.ts'
import { markInterrupted, selectQueuedImports } from './price-imports.queries.ts'
import { runImport, type RunDeps } from './run-import.ts'

const LOOK_EVERY_MS = 5000
/** Shutdown does not wait for a long statement, because the database rolls the import back. */
const STOP_WITHIN_MS = 2000

export interface RunnerDeps extends RunDeps {
  log: Logger
}

/**
 * Creates the background runner of queued imports, which run one after another; servers of one database share the
 * queue.
 */
export function createRunner(deps: RunnerDeps): Job {
  const { database, clock, log } = deps
  const runWaiting = async (stopping: AbortSignal) => {
    await markInterrupted(database.db, clock.now())
    for (let after = 0; !stopping.aborted;) {
      const row = await selectQueuedImports(database.db, after)
      if (!row) return
      after = row.id
      await runImport(deps, row, stopping)
    }
  }
  const runner = createJob(runWaiting, {
    name: 'price_imports',
    everyMs: LOOK_EVERY_MS,
    log,
    failure: 'price list import failed',
  })
  const stop = async () => {
    const waited = new AbortController()
    await Promise.race([
      runner.stop(),
      setTimeout(STOP_WITHIN_MS, undefined, { signal: waited.signal }).catch(() => undefined),
    ])
    waited.abort()
  }
  return { ...runner, stop }
}
