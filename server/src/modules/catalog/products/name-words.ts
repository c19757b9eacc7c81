import { setTimeout } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { SqlPool } from '../../../platform/db/index.ts'
import type { Job } from '../../../platform/jobs.ts'
import { learnWords, setNextNameAside } from './name-words.queries.ts'

const EVERY_MS = 60_000
const NAMES_AT_ONCE = 10_000

/** Job that indexes words of product names for searches and corrections of typos; a trigger runs it for new products. */
export const nameWordsJob = (driver: SqlPool, log: Logger): Job => ({
  name: 'name_words',
  everyMs: EVERY_MS,
  work: (stopping) => readNewNames(driver, { stopping, log }),
})

/** Number of waits for concurrent writers of a few products; an import of a price list is handled by later rounds. */
const WAITS = 50
const WAIT_MS = 100

/** Detects errors caused by the values of a row: data, constraint or limit (SQLSTATE 22, 23, 54). */
const isRowRefused = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && /^(22|23|54)/.test(String(error.code))

/**
 * Indexes the words of all new names. When PostgreSQL rejects a chunk, a tenth of it is tried next, down to the single
 * faulty name, which is skipped so that the rest continues.
 */
export async function readNewNames(driver: SqlPool, { stopping, log }: { stopping?: AbortSignal; log?: Logger } = {}) {
  let most = NAMES_AT_ONCE
  const learn = async () => {
    try {
      const left = await learnWords(driver, most)
      most = Math.min(most * 10, NAMES_AT_ONCE)
      return left
    } catch (error) {
      if (!isRowRefused(error)) throw error
      if (most === 1) {
        const product = await setNextNameAside(driver, error.message)
        log?.error({ product }, 'name set aside: it cannot be learnt')
      }
      most = Math.ceil(most / 10)
      return 'more'
    }
  }
  for (let waited = 0; waited < WAITS && !stopping?.aborted;) {
    const left = await learn()
    if (left === 'none') return
    if (left === 'others') {
      waited += 1
      await setTimeout(WAIT_MS)
    }
  }
}
