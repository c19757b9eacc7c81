import { setTimeout } from 'node:timers/promises'
import type { Logger } from 'pino'
import { createJob, type Job } from '../../../platform/jobs.ts'
import type { SqlPool } from '../../../platform/db/index.ts'
import { learnWords, setNextNameAside } from './name-words.queries.ts'

const MINUTE_MS = 60_000
const NAMES_AT_ONCE = 10_000

/**
 * Creates a background job that indexes words of product names for searches and corrections of typos: reads new names
 * at start and every minute. Servers share the work; shutdown waits for one chunk at most.
 */
export const createNameReader = ({ driver, log }: { driver: SqlPool; log: Logger }): Job =>
  createJob((stopping) => readNewNames(driver, { stopping, log }), {
    name: 'name_words',
    everyMs: MINUTE_MS,
    log,
    failure: 'product name indexing failed',
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
