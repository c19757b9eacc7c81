import type { Db } from '../../../platform/db/index.ts'

/** Selects the running impersonation of the session; the lock of the session is owned by the request that rotates its token. */
export const selectRunning = (db: Db, sessionId: number) =>
  db
    .selectFrom('impersonations')
    .select(['id', 'subject_id', 'contractor_id'])
    .where('session_id', '=', sessionId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()

export const insertImpersonation = (
  db: Db,
  work: { session_id: number; manager_id: number; subject_id: number; contractor_id: number | null; started_at: Date },
) => db.insertInto('impersonations').values(work).returning('id').executeTakeFirstOrThrow()

export const endRunning = (db: Db, sessionId: number, at: Date) =>
  db
    .updateTable('impersonations')
    .set({ ended_at: at })
    .where('session_id', '=', sessionId)
    .where('ended_at', 'is', null)
    .returning(['subject_id', 'contractor_id'])
    .executeTakeFirst()
