import type { Db } from '../../../platform/db/index.ts'
import { purgeHealthMinutes, purgeUnmappedBrands } from './querying/health.queries.ts'

/** Deletes statistics of answers older than yesterday, and unrecognised brands after a month. */
export async function purgeExpiredAnswers(db: Db, now: Date): Promise<void> {
  await purgeHealthMinutes(db, now)
  await purgeUnmappedBrands(db, now)
}
