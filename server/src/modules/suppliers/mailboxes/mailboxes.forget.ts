import type { Db } from '../../../platform/db/index.ts'
import { forgetLetters, forgetTaken } from './letters.queries.ts'

/** Letters that did not suit a month ago, and which files were taken long before. */
export async function forgetOldLetters(db: Db, now: Date): Promise<void> {
  await forgetLetters(db, now)
  await forgetTaken(db, now)
}
