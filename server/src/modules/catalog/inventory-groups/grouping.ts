import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import { inBackground, type Background } from '../../../platform/background.ts'
import type { DB } from '../../../platform/db/index.ts'
import { regroupNext } from './grouping.queries.ts'

const EVERY_MS = 5 * 60_000
const AT_ONCE = 20_000

/**
 * Puts products into their groups behind the scenes, a chunk at a time: all of them when the rules have changed, else
 * those that have come since. A killed server goes on from the chunk where it was.
 */
export const createGrouper = ({ db, log }: { db: Kysely<DB>; log: Logger }): Background =>
  inBackground(
    async (stopping) => {
      while (!stopping.aborted && (await regroupNext(db, AT_ONCE)));
    },
    { work: 'grouping', everyMs: EVERY_MS, log, failure: 'inventory group assignment failed' },
  )
