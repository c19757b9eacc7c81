import { setTimeout } from 'node:timers/promises'
import type { Logger } from 'pino'
import { inBackground, type Background } from '../../../platform/background.ts'
import type { SqlPool } from '../../../platform/db/index.ts'
import { learnWords, setNextNameAside } from './name-words.queries.ts'

const MINUTE_MS = 60_000
const NAMES_AT_ONCE = 10_000

/**
 * Keeps the words of product names, which searches ask for and misspelt ones are corrected to: reads the names that have
 * come since, at the start and every minute. Servers share the work; a stop waits for one chunk at the most.
 */
export const createNameReader = ({ driver, log }: { driver: SqlPool; log: Logger }): Background =>
  inBackground((stopping) => readNewNames(driver, { stopping, log }), {
    work: 'name_words',
    everyMs: MINUTE_MS,
    log,
    failure: 'product name indexing failed',
  })

/** Others write a few products in less; an import of a price list is waited for by the rounds that follow. */
const WAITS = 50
const WAIT_MS = 100

/** PostgreSQL refuses the values of a row: data, constraint or limit (SQLSTATE 22, 23, 54). */
const isRowRefused = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && /^(22|23|54)/.test(String(error.code))

/**
 * Learns the words of all names that are not read yet. Of a chunk that PostgreSQL refuses a tenth is tried next, down to
 * the one name that is to blame: it is set aside, and the rest goes on.
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
