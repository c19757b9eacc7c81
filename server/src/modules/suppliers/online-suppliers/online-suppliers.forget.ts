import type { Db } from '../../../platform/db/index.ts'
import { forgetMinutes, forgetUnknownBrands } from './asking/health.queries.ts'

/** How suppliers answered before yesterday, and what they called brands a month ago. */
export async function forgetOldAnswers(db: Db, now: Date): Promise<void> {
  await forgetMinutes(db, now)
  await forgetUnknownBrands(db, now)
}
