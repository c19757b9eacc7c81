import type { Db } from '../../../platform/db/index.ts'
import { forgetLetters, forgetTaken } from './letters.queries.ts'

/** Deletes unmatched emails after a month, and records of imported files long after that. */
export async function forgetOldLetters(db: Db, now: Date): Promise<void> {
  await forgetLetters(db, now)
  await forgetTaken(db, now)
}
