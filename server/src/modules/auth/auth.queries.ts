import type { Role } from '@artikul/contract/roles'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/index.ts'

export async function selectUserByLogin(db: Db, login: string) {
  const row = await db
    .selectFrom('users')
    .select(['id', 'password_hash', 'is_active', 'roles'])
    .where((where) => where.or([where('login', '=', login), where('email', '=', login)]))
    .executeTakeFirst()
  return row && { ...row, roles: row.roles as Role[] } // the column's CHECK allows nothing else
}

export const insertSession = (
  db: Db,
  session: { user_id: number; expires_at: Date; user_agent: string; address: string },
) => db.insertInto('sessions').values(session).returning('id').executeTakeFirstOrThrow()

export const insertRefreshToken = (db: Db, sessionId: number, tokenHash: Buffer, at: Date) =>
  db
    .insertInto('refresh_tokens')
    .values({ session_id: sessionId, token_hash: tokenHash, issued_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

/** Locked: parallel refreshes of one token come one after another and get one successor. */
export async function selectRefreshTokenForUpdate(db: Db, tokenHash: Buffer) {
  const row = await db
    .selectFrom('refresh_tokens as token')
    .innerJoin('sessions', 'sessions.id', 'token.session_id')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select([
      'token.session_id',
      'token.rotated_at',
      'token.issued_at',
      'sessions.user_id',
      'sessions.expires_at',
      'sessions.ended_at',
      'users.is_active',
      'users.roles',
    ])
    .where('token.token_hash', '=', tokenHash)
    .forUpdate('sessions')
    .executeTakeFirst()
  return row && { ...row, roles: row.roles as Role[] } // the column's CHECK allows nothing else
}

export const selectNewestTokenHash = (db: Db, sessionId: number) =>
  db
    .selectFrom('refresh_tokens')
    .select('token_hash')
    .where('session_id', '=', sessionId)
    .where('rotated_at', 'is', null)
    .executeTakeFirst()

export const markRotated = (db: Db, tokenHash: Buffer, at: Date) =>
  db.updateTable('refresh_tokens').set({ rotated_at: at }).where('token_hash', '=', tokenHash).execute()

export const endSession = (db: Db, sessionId: number, reason: string, at: Date) =>
  db
    .updateTable('sessions')
    .set({ ended_at: at, end_reason: reason })
    .where('id', '=', sessionId)
    .where('ended_at', 'is', null)
    .execute()

/** Ends every session of the user but one; says which ended. */
export const endSessionsOf = (db: Db, userId: number, reason: string, at: Date, exceptId = 0) =>
  db
    .updateTable('sessions')
    .set({ ended_at: at, end_reason: reason })
    .where('user_id', '=', userId)
    .where('id', '!=', exceptId)
    .where('ended_at', 'is', null)
    .returning('id')
    .execute()

export async function selectActor(db: Db, sessionId: number, at: Date) {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .leftJoin('user_contractors as membership', (join) =>
      join
        .onRef('membership.user_id', '=', 'users.id')
        .onRef('membership.contractor_id', '=', 'users.current_contractor_id'),
    )
    .select(['users.id', 'users.roles', 'membership.contractor_id'])
    .where('sessions.id', '=', sessionId)
    .where('sessions.ended_at', 'is', null)
    .where('sessions.expires_at', '>', at)
    .where('users.is_active', '=', true)
    .executeTakeFirst()
  return row && { ...row, roles: row.roles as Role[] } // the column's CHECK allows nothing else
}

export const touchUser = (db: Db, userId: number, at: Date) =>
  db.updateTable('users').set({ last_seen_at: at }).where('id', '=', userId).execute()

/** Failures of each subject since the moment. */
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

/** Failures past their window slow nobody down any more. */
export const forgetOldFailures = (db: Db, now: Date) =>
  db
    .deleteFrom('sign_in_failures')
    .where('failed_at', '<', new Date(now.getTime() - 86_400_000))
    .execute()
