import type { Db } from '../../../platform/db/index.ts'
import { forgetMinutes, forgetUnknownBrands } from './asking/health.queries.ts'

/** Deletes statistics of answers older than yesterday, and unrecognised brands after a month. */
export async function forgetOldAnswers(db: Db, now: Date): Promise<void> {
  await forgetMinutes(db, now)
  await forgetUnknownBrands(db, now)
}
