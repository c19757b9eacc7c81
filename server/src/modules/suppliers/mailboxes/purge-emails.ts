import type { Db } from '../../../platform/db/index.ts'
import { purgeUnmatchedEmails, purgeImportedFiles } from './emails.queries.ts'

/** Deletes unmatched emails after a month, and records of imported files long after that. */
export async function purgeExpiredUnmatchedEmails(db: Db, now: Date): Promise<void> {
  await purgeUnmatchedEmails(db, now)
  await purgeImportedFiles(db, now)
}
