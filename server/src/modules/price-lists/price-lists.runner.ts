import { setTimeout } from 'node:timers/promises'
import type { Logger } from 'pino'
import { loggable } from '../../platform/log-error.ts'
import { markInterrupted, selectQueued } from './price-imports.queries.ts'
import { runImport, type RunDeps } from './run-import.ts'

const LOOK_EVERY_MS = 5000
/** A stop does not wait for a long statement: the database takes the import back whole. */
const STOP_WITHIN_MS = 2000

export interface RunnerDeps extends RunDeps {
  log: Logger
}

export interface Runner {
  /** Looks at once for what waits. */
  look: () => void
  start: () => void
  stop: () => Promise<void>
}

/** Runs the imports that wait, one after another; servers of one database share them. */
export function createRunner(deps: RunnerDeps): Runner {
  const { database, clock, log } = deps
  const stopping = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let isAskedAgain = false

  const runWaiting = async () => {
    await markInterrupted(database.db, clock.now())
    for (let after = 0; !stopping.signal.aborted;) {
      const row = await selectQueued(database.db, after)
      if (!row) return
      after = row.id
      await runImport(deps, row, stopping.signal)
    }
  }
  const look = () => {
    isAskedAgain = running !== undefined
    if (stopping.signal.aborted || running) return
    running = runWaiting()
      .catch((error: unknown) => log.error({ err: loggable(error) }, 'an import of a price list was not finished'))
      .finally(() => {
        running = undefined
        if (isAskedAgain) look()
      })
  }
  return {
    look,
    start: () => {
      timer = setInterval(look, LOOK_EVERY_MS)
      timer.unref()
      look()
    },
    stop: async () => {
      stopping.abort()
      clearInterval(timer)
      const waited = new AbortController()
      await Promise.race([
        running,
        setTimeout(STOP_WITHIN_MS, undefined, { signal: waited.signal }).catch(() => undefined),
      ])
      waited.abort()
    },
  }
}
