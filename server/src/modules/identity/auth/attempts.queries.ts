import { sql } from 'kysely'
import type { Db } from '../../../platform/db/index.ts'

/** Counts the failures of each subject since the moment. */
export async function countFailures(db: Db, subjects: string[], since: Date): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('sign_in_failures')
    .select(['subject', sql<number>`count(*)`.as('failures')])
    .where('subject', 'in', subjects)
    .where('failed_at', '>', since)
    .groupBy('subject')
    .execute()
  return new Map(rows.map((row) => [row.subject, row.failures]))
}

export const insertFailures = (db: Db, subjects: string[], at: Date) =>
  db
    .insertInto('sign_in_failures')
    .values(subjects.map((subject) => ({ subject, failed_at: at })))
    .execute()

export const deleteFailures = (db: Db, subjects: string[]) =>
  db.deleteFrom('sign_in_failures').where('subject', 'in', subjects).execute()
