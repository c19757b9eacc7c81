import type { Logger } from 'pino'
import { inBackground, type Background } from '../../platform/background.ts'
import type { Sql } from '../../platform/db/index.ts'
import { learnWords } from './name-words.queries.ts'

const HOUR_MS = 3_600_000
const NAMES_AT_ONCE = 10_000

/**
 * Keeps the words of product names, which misspelt searches are corrected to: reads the names that have come since, at
 * the start and every hour. Servers share the work; a stop waits for one chunk at the most.
 */
export const createNameReader = ({ driver, log }: { driver: Sql; log: Logger }): Background =>
  inBackground((stopping) => readNewNames(driver, stopping), {
    work: 'name_words',
    everyMs: HOUR_MS,
    log,
    failure: 'words of new names were not learnt',
  })

/** Learns the words of all names that are not read yet. */
export async function readNewNames(driver: Sql, stopping?: AbortSignal) {
  let names = NAMES_AT_ONCE
  while (names === NAMES_AT_ONCE && !stopping?.aborted) names = await learnWords(driver, NAMES_AT_ONCE)
}
