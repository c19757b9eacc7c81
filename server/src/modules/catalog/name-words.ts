import type { Logger } from 'pino'
import type { Sql } from '../../platform/db/index.ts'
import { loggable } from '../../platform/log-error.ts'
import { learnWords } from './name-words.queries.ts'

const HOUR_MS = 3_600_000
const NAMES_AT_ONCE = 10_000

export interface NameReader {
  start: () => void
  stop: () => Promise<void>
}

/**
 * Keeps the words of product names, which misspelt searches are corrected to: reads the names that have come since, at
 * the start and every hour. Servers share the work; a stop waits for one chunk at the most.
 */
export function createNameReader({ driver, log }: { driver: Sql; log: Logger }): NameReader {
  let isStopped = false
  let running: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined

  const round = () => {
    running ??= readNewNames(driver, () => isStopped)
      .catch((error: unknown) => log.error({ err: loggable(error) }, 'words of new names were not learnt'))
      .finally(() => {
        running = undefined
      })
  }
  return {
    start() {
      round()
      timer = setInterval(round, HOUR_MS).unref()
    },
    async stop() {
      isStopped = true
      clearInterval(timer)
      await running
    },
  }
}

/** Learns the words of all names that are not read yet. */
export async function readNewNames(driver: Sql, isStopped = () => false) {
  let names = NAMES_AT_ONCE
  while (names === NAMES_AT_ONCE && !isStopped()) names = await learnWords(driver, NAMES_AT_ONCE)
}
