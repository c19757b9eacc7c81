import type { Kysely } from 'kysely'
import type { DB } from '../../../platform/db/index.ts'
import type { Job } from '../../../platform/jobs.ts'
import { regroupNext } from './grouping.queries.ts'

const EVERY_MS = 5 * 60_000
const AT_ONCE = 20_000

/**
 * Job that assigns products to groups in chunks: all of them after a change of rules, else new ones. After a crash it
 * continues with the same chunk.
 */
export const groupingJob = (db: Kysely<DB>): Job => ({
  name: 'grouping',
  everyMs: EVERY_MS,
  work: async (stopping) => {
    while (!stopping.aborted && (await regroupNext(db, AT_ONCE)));
  },
})
