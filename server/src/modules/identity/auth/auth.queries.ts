import type { Role, StaffRight } from '@artikul/contract/core/roles'
import { sql, type Insertable, type Updateable } from 'kysely'
import type { Db, DB } from '../../../platform/db/index.ts'

const SECOND_FACTOR = ['totp_secret', 'totp_enabled_at', 'totp_last_step'] as const

export async function selectUserByLogin(db: Db, login: string) {
  const row = await db
    .selectFrom('users')
    .select(['id', 'login', 'email', 'full_name', 'password_hash', 'is_active', 'roles', ...SECOND_FACTOR])
    .where((where) => where.or([where('login', '=', login), where('email', '=', login)]))
    .executeTakeFirst()
  return row && { ...row, roles: row.roles as Role[] } // the column's CHECK allows nothing else
}

export const insertSession = (db: Db, session: Insertable<DB['sessions']>) =>
  db.insertInto('sessions').values(session).returning('id').executeTakeFirstOrThrow()

export const insertRefreshToken = (db: Db, sessionId: number, tokenHash: Buffer, at: Date) =>
  db
    .insertInto('refresh_tokens')
    .values({ session_id: sessionId, token_hash: tokenHash, issued_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

/** Selects and locks a refresh token: concurrent refreshes run one after another and get the same successor. */
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

export const confirmSession = (db: Db, sessionId: number, at: Date) =>
  db.updateTable('sessions').set({ confirmed_at: at }).where('id', '=', sessionId).execute()

/** Selects the time at which the password was last entered in the session. */
export async function selectConfirmedAt(db: Db, sessionId: number): Promise<Date | null> {
  const row = await db.selectFrom('sessions').select('confirmed_at').where('id', '=', sessionId).executeTakeFirst()
  return row?.confirmed_at ?? null
}

/** Ends a session together with its running impersonation. */
export async function endSession(db: Db, sessionId: number, reason: string, at: Date) {
  await db
    .updateTable('sessions')
    .set({ ended_at: at, end_reason: reason })
    .where('id', '=', sessionId)
    .where('ended_at', 'is', null)
    .execute()
  await endWorkOf(db, [sessionId], at)
}

const endWorkOf = (db: Db, sessionIds: number[], at: Date) =>
  db
    .updateTable('impersonations')
    .set({ ended_at: at })
    .where('session_id', 'in', [...sessionIds, 0])
    .where('ended_at', 'is', null)
    .execute()

/** Ends every session of the user except one and returns the ended ones. */
export async function endSessionsOf(db: Db, userId: number, reason: string, at: Date, exceptId = 0) {
  const ended = await db
    .updateTable('sessions')
    .set({ ended_at: at, end_reason: reason })
    .where('user_id', '=', userId)
    .where('id', '!=', exceptId)
    .where('ended_at', 'is', null)
    .returning('id')
    .execute()
  await endWorkOf(
    db,
    ended.map((session) => session.id),
    at,
  )
  return ended
}

/** Selects active sessions with their users. */
export async function selectSessionActors(db: Db, sessionIds: readonly number[], at: Date) {
  const rows = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .leftJoin('user_contractors as membership', (join) =>
      join
        .onRef('membership.user_id', '=', 'users.id')
        .onRef('membership.contractor_id', '=', 'users.current_contractor_id'),
    )
    .leftJoin('contractors as company', 'company.id', 'membership.contractor_id')
    .select(['sessions.id as session_id', 'users.id', 'users.roles', 'users.rights', ...MEMBERSHIP])
    .select(consigneesOf)
    .select(sql<boolean>`users.totp_enabled_at is not null`.as('has_second_factor'))
    .where(sql<boolean>`sessions.id = any(${[...sessionIds]}::integer[])`)
    .where('sessions.ended_at', 'is', null)
    .where('sessions.expires_at', '>', at)
    .where('users.is_active', '=', true)
    .execute()
  return rows.map((row) => ({ ...row, roles: row.roles as Role[], rights: row.rights as StaffRight[] })) // the columns' CHECKs allow nothing else
}

/** Selects an active session with its user. */
export const selectSessionActor = async (db: Db, sessionId: number, at: Date): Promise<ActorRow | undefined> =>
  (await selectSessionActors(db, [sessionId], at))[0]
export type ActorRow = Awaited<ReturnType<typeof selectSessionActors>>[number]

/** Selects an active user as a member of one of his companies. */
export async function selectMember(db: Db, userId: number, contractorId: number) {
  const row = await db
    .selectFrom('users')
    .innerJoin('user_contractors as membership', 'membership.user_id', 'users.id')
    .innerJoin('contractors as company', 'company.id', 'membership.contractor_id')
    .select(['users.roles', ...MEMBERSHIP])
    .select(consigneesOf)
    .where('users.id', '=', userId)
    .where('membership.contractor_id', '=', contractorId)
    .where('users.is_active', '=', true)
    .executeTakeFirst()
  return row && { ...row, roles: row.roles as Role[] } // the column's CHECK allows nothing else
}

/** Selects the client whom the manager of an active session currently impersonates. */
export async function selectImpersonatedActor(db: Db, sessionId: number, impersonationId: number, at: Date) {
  const row = await db
    .selectFrom('impersonations as work')
    .innerJoin('sessions', 'sessions.id', 'work.session_id')
    .innerJoin('users as manager', 'manager.id', 'sessions.user_id')
    .innerJoin('users', 'users.id', 'work.subject_id')
    .leftJoin('user_contractors as membership', (join) =>
      join.onRef('membership.user_id', '=', 'users.id').onRef('membership.contractor_id', '=', 'work.contractor_id'),
    )
    .leftJoin('contractors as company', 'company.id', 'membership.contractor_id')
    .select(['users.id', 'users.roles', 'manager.id as manager_id', ...MEMBERSHIP])
    .select(sql<boolean>`manager.totp_enabled_at is not null`.as('manager_has_second_factor'))
    .select(consigneesOf)
    .where('work.id', '=', impersonationId)
    .where('work.session_id', '=', sessionId)
    .where('work.ended_at', 'is', null)
    .where('sessions.ended_at', 'is', null)
    .where('sessions.expires_at', '>', at)
    .where('manager.is_active', '=', true)
    .where('users.is_active', '=', true)
    .where(sql<boolean>`'ARTIKUL_ORDER_MANAGER' = any(manager.roles)`)
    .executeTakeFirst()
  return row && { ...row, roles: row.roles as Role[] } // the column's CHECK allows nothing else
}

const MEMBERSHIP = [
  'membership.contractor_id',
  'membership.sees_prices',
  'membership.sees_settlements',
  'membership.may_place',
  'membership.order_limit_kop',
  'membership.month_limit_kop',
  'company.status as company_status',
] as const

/** Consignees of the membership; null for all of the company. */
const consigneesOf = sql<number[] | null>`case when membership.all_consignees then null else array(
  select consignee_id from user_consignees allowed
  where allowed.user_id = membership.user_id and allowed.contractor_id = membership.contractor_id
  order by consignee_id) end`.as('consignee_ids')

export async function selectUser(db: Db, id: number) {
  const row = await db
    .selectFrom('users')
    .select(['id', 'login', 'email', 'full_name', 'password_hash', 'is_active', 'roles', ...SECOND_FACTOR])
    .select('current_contractor_id')
    .where('id', '=', id)
    .executeTakeFirst()
  return row && { ...row, roles: row.roles as Role[] } // the column's CHECK allows nothing else
}
export type UserRow = NonNullable<Awaited<ReturnType<typeof selectUser>>>

/** Locks the user, so that counts per account are consistent. */
export const lockUser = (db: Db, id: number) =>
  db.selectFrom('users').select('id').where('id', '=', id).forNoKeyUpdate().execute()

export const updateUser = (db: Db, id: number, patch: Updateable<DB['users']>) =>
  db.updateTable('users').set(patch).where('id', '=', id).execute()

/** Selects the user of a refresh token, even an expired one, to recognise a browser. */
export const selectTokenOwner = (db: Db, tokenHash: Buffer) =>
  db
    .selectFrom('refresh_tokens')
    .innerJoin('sessions', 'sessions.id', 'refresh_tokens.session_id')
    .select(['sessions.user_id', 'sessions.id as session_id'])
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()

export const touchSession = (db: Db, id: number, at: Date) =>
  db.updateTable('sessions').set({ seen_at: at }).where('id', '=', id).execute()

export const selectLivingSessions = (db: Db, userId: number, at: Date) =>
  db
    .selectFrom('sessions')
    .select(['id', 'created_at', 'seen_at', 'address', 'user_agent'])
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', at)
    .orderBy('seen_at', 'desc')
    .limit(100)
    .execute()

/** Ends a session; true when it was active and belonged to the user. */
export async function endOwnSession(db: Db, userId: number, sessionId: number, at: Date): Promise<boolean> {
  const result = await db
    .updateTable('sessions')
    .set({ ended_at: at, end_reason: 'ended by the user' })
    .where('id', '=', sessionId)
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  await endWorkOf(db, [sessionId], at)
  return result.numUpdatedRows > 0n
}

/**
 * Removes network addresses and browsers from the sessions, whose rows stay; sessions of a blocked account have already
 * ended.
 */
export async function emptySessionsOf(db: Db, userId: number) {
  const own = db.selectFrom('sessions').select('id').where('user_id', '=', userId)
  await db.deleteFrom('refresh_tokens').where('session_id', 'in', own).execute()
  await db.updateTable('sessions').set({ address: '', user_agent: '' }).where('user_id', '=', userId).execute()
}

/** Selects every second factor, active or being set up; thousands at most. */
export const selectSealedSecrets = (db: Db) =>
  db.selectFrom('users').select(['id', 'totp_secret']).where('totp_secret', 'is not', null).execute()

/** Uses up the time step of a code: it must be later than the last one used. */
export async function consumeTotpStep(db: Db, userId: number, step: number): Promise<boolean> {
  const result = await db
    .updateTable('users')
    .set({ totp_last_step: step })
    .where('id', '=', userId)
    .where('totp_last_step', '<', step)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

export const touchUser = (db: Db, userId: number, at: Date) =>
  db.updateTable('users').set({ last_seen_at: at }).where('id', '=', userId).execute()
