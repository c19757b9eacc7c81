import { setTimeout } from 'node:timers/promises'
import type { Logger } from 'pino'
import { inBackground, type Background } from '../../platform/background.ts'
import type { SqlPool } from '../../platform/db/index.ts'
import { learnWords } from './name-words.queries.ts'

const MINUTE_MS = 60_000
const NAMES_AT_ONCE = 10_000

/**
 * Keeps the words of product names, which searches ask for and misspelt ones are corrected to: reads the names that have
 * come since, at the start and every minute. Servers share the work; a stop waits for one chunk at the most.
 */
export const createNameReader = ({ driver, log }: { driver: SqlPool; log: Logger }): Background =>
  inBackground((stopping) => readNewNames(driver, stopping), {
    work: 'name_words',
    everyMs: MINUTE_MS,
    log,
    failure: 'words of new names were not learnt',
  })

/** Others write a few products in less; an import of a price list is waited for by the rounds that follow. */
const WAITS = 50
const WAIT_MS = 100

/** Learns the words of all names that are not read yet. */
export async function readNewNames(driver: SqlPool, stopping?: AbortSignal) {
  for (let waited = 0; waited < WAITS && !stopping?.aborted;) {
    const left = await learnWords(driver, NAMES_AT_ONCE)
    if (left === 'none') return
    if (left === 'others') {
      waited += 1
      await setTimeout(WAIT_MS)
    }
  }
}
