import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import { createJob, type Job } from '../../../platform/jobs.ts'
import type { DB } from '../../../platform/db/index.ts'
import { regroupNext } from './grouping.queries.ts'

const EVERY_MS = 5 * 60_000
const AT_ONCE = 20_000

/**
 * Creates a background job that assigns products to groups in chunks: all of them after a change of rules, else new
 * ones. After a crash it continues with the same chunk.
 */
export const createGrouper = ({ db, log }: { db: Kysely<DB>; log: Logger }): Job =>
  createJob(
    async (stopping) => {
      while (!stopping.aborted && (await regroupNext(db, AT_ONCE)));
    },
    { name: 'grouping', everyMs: EVERY_MS, log, failure: 'inventory group assignment failed' },
  )
