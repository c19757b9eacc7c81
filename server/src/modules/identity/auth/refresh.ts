import { isStaff, type Role } from '@artikul/contract/core/roles'
import type { Transaction } from 'kysely'
import type { DB } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/errors.ts'
import { recordEvent } from '../../../platform/audit/index.ts'
import type { AuthDeps, Caller, IssuedTokens } from './auth-deps.ts'
import * as queries from './auth.queries.ts'
import { endRunning } from './impersonation.queries.ts'
import { hashOfToken, signAccessToken, successorsOf } from './tokens.ts'

const GRACE_MS = 30_000
const HOUR_MS = 3_600_000
/** Idle time after which a session ends; an open page refreshes every nine minutes. */
const IDLE_MS = { staff: 12 * HOUR_MS, clients: 7 * 24 * HOUR_MS }

export interface LivingSession {
  sessionId: number
  userId: number
  roles: readonly Role[]
  /** Successor of the presented token. */
  refreshToken: string
}

type Reuse = { userId: number; sessionId: number }

/**
 * Compares the locked token with the newest one of its session: null when it has expired, the reuse when it was stolen.
 */
async function rotate(
  tx: Transaction<DB>,
  { keys, clock }: AuthDeps,
  presented: string,
): Promise<LivingSession | Reuse | null> {
  const now = clock.now()
  const presentedHash = hashOfToken(presented)
  const token = await queries.selectRefreshTokenForUpdate(tx, presentedHash)
  if (!token || token.ended_at || token.expires_at <= now || !token.is_active) return null
  const { session_id: sessionId, user_id: userId, roles } = token
  if (now.getTime() - token.issued_at.getTime() > IDLE_MS[isStaff(roles) ? 'staff' : 'clients']) {
    await queries.endSession(tx, sessionId, 'idle', now)
    return null
  }
  const successors = successorsOf(keys, sessionId, presented)
  // Read again under the lock of the session: a concurrent refresh may have rotated it meanwhile.
  const newest = await queries.selectNewestTokenHash(tx, sessionId)
  if (newest?.token_hash.equals(presentedHash)) {
    const [refreshToken = ''] = successors
    await queries.insertRefreshToken(tx, sessionId, hashOfToken(refreshToken), now)
    await queries.markRotated(tx, presentedHash, now)
    await queries.touchSession(tx, sessionId, now)
    return { sessionId, userId, roles, refreshToken }
  }
  const rotatedAt = (await queries.selectRefreshTokenForUpdate(tx, presentedHash))?.rotated_at
  const refreshToken = successors.find((one) => newest?.token_hash.equals(hashOfToken(one)))
  if (refreshToken !== undefined && rotatedAt && now.getTime() - rotatedAt.getTime() <= GRACE_MS)
    return { sessionId, userId, roles, refreshToken }
  await queries.endSession(tx, sessionId, 'refresh token used twice', now)
  return { sessionId, userId }
}

/**
 * Rotates the refresh token and runs `work` with its session in the same transaction: an error of it leaves the token
 * unchanged. Only the immediately previous token is accepted for another 30 s and gets the same successor (a double
 * click, two tabs, a lost answer); an older one indicates theft and ends the whole session.
 * @throws AppError `auth.session_ended`
 */
export async function withRefreshToken<T>(
  deps: AuthDeps,
  presented: string,
  caller: Caller,
  work: (tx: Transaction<DB>, session: LivingSession) => Promise<T>,
): Promise<T> {
  const outcome = await deps.db.transaction().execute(async (tx) => {
    const found = await rotate(tx, deps, presented)
    if (found === null) return null
    if ('refreshToken' in found) return { result: await work(tx, found) }
    await notifyOfTokenTheft(tx, deps, found, caller)
    return null
  })
  if (!outcome) throw new AppError('auth.session_ended')
  return outcome.result
}

async function notifyOfTokenTheft(tx: Transaction<DB>, { mailer }: AuthDeps, { userId }: Reuse, caller: Caller) {
  await recordEvent(tx, { ...caller, subjectId: userId }, { event: 'refresh.reused' })
  const user = await queries.selectUser(tx, userId)
  if (!user) return
  await mailer.queue(tx, {
    to: user.email,
    subject: 'Мы завершили один из ваших сеансов',
    text:
      `Здравствуйте, ${user.full_name}!\n\nКто-то повторно использовал ключ вашей сессии, так бывает, когда его украли. ` +
      'Мы закрыли эту сессию. Войдите снова и, если не уверены в своём компьютере, смените пароль: ' +
      mailer.linkTo('/change-password'),
  })
}

/** @throws AppError `auth.session_ended` */
export const refreshSession = (deps: AuthDeps, presented: string, caller: Caller): Promise<IssuedTokens> =>
  withRefreshToken(deps, presented, caller, async (_, session) => ({
    accessToken: await signAccessToken(deps.keys, session, deps.clock.now()),
    refreshToken: session.refreshToken,
  }))

/** Ends the session of a refresh token together with its impersonation; an unknown token has no effect. */
export async function signOut(deps: AuthDeps, presented: string, caller: Caller): Promise<void> {
  const now = deps.clock.now()
  await deps.db.transaction().execute(async (tx) => {
    const token = await queries.selectRefreshTokenForUpdate(tx, hashOfToken(presented))
    if (!token || token.ended_at) return
    const author = { ...caller, actorId: token.user_id, subjectId: token.user_id }
    const work = await endRunning(tx, token.session_id, now)
    if (work)
      await recordEvent(
        tx,
        { ...author, subjectId: work.subject_id, contractorId: work.contractor_id },
        { event: 'impersonation.ended' },
      )
    await queries.endSession(tx, token.session_id, 'signed out', now)
    await recordEvent(tx, author, { event: 'session.signed_out' })
  })
}
