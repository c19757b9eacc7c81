import type { Credentials } from '@artikul/contract/auth'
import type { Kysely } from 'kysely'
import type { Clock } from '../../platform/clock.ts'
import type { DB } from '../../platform/db/index.ts'
import { AppError } from '../../platform/errors.ts'
import type { Mailer } from '../mails/index.ts'
import * as queries from './auth.queries.ts'
import { hashPassword, matchesPassword } from './passwords.ts'
import { hashOfToken, newRefreshToken, signAccessToken, successorOf, type Keys } from './tokens.ts'

const SESSION_DAYS = 30
const GRACE_MS = 30_000
const FAILURE_WINDOW_MS = 15 * 60_000
/** An account is slowed only for the address that guesses, so that a stranger cannot lock its owner out. */
const FAILURES_PER_ACCOUNT_AND_ADDRESS = 10
const FAILURES_PER_ADDRESS = 100

export interface AuthDeps {
  db: Kysely<DB>
  mailer: Mailer
  /** Must staff set up a second factor? */
  staffSecondFactor: 'optional' | 'required'
  keys: Keys
  clock: Clock
}

export interface Caller {
  address: string
  userAgent: string
}

export interface TokenPair {
  accessToken: string
  refreshToken: string
}

/** A hash of nobody's password: an unknown login costs as much time as a wrong password. */
const nobodysHash = hashPassword('no such account')

/**
 * Opens a session by login (e-mail or name) and password.
 * @throws AppError `auth.bad_credentials`, `auth.too_many_attempts`
 */
export async function signIn(deps: AuthDeps, credentials: Credentials, caller: Caller): Promise<TokenPair> {
  const { db, clock } = deps
  const now = clock.now()
  const subjects = [caller.address, `${caller.address} ${credentials.login.toLowerCase()}`]
  const [byAddress = '', byAccount = ''] = subjects
  const failures = await queries.countFailures(db, subjects, new Date(now.getTime() - FAILURE_WINDOW_MS))
  if (
    (failures.get(byAccount) ?? 0) >= FAILURES_PER_ACCOUNT_AND_ADDRESS ||
    (failures.get(byAddress) ?? 0) >= FAILURES_PER_ADDRESS
  )
    throw new AppError('auth.too_many_attempts', {
      detail: 'Слишком много попыток, повторите через 15 мин.',
      retryAfter: FAILURE_WINDOW_MS / 1000,
    })
  const user = await queries.selectUserByLogin(db, credentials.login)
  const matches = await matchesPassword(credentials.password, user?.password_hash ?? (await nobodysHash))
  if (!user?.is_active || !matches) {
    await queries.insertFailures(db, subjects, now)
    throw new AppError('auth.bad_credentials')
  }
  await queries.deleteFailures(db, [byAccount])
  return db.transaction().execute(async (tx) => {
    const session = await queries.insertSession(tx, {
      user_id: user.id,
      expires_at: new Date(now.getTime() + SESSION_DAYS * 86_400_000),
      user_agent: caller.userAgent.slice(0, 300),
      address: caller.address,
    })
    const refreshToken = newRefreshToken()
    await queries.insertRefreshToken(tx, session.id, hashOfToken(refreshToken), now)
    await queries.touchUser(tx, user.id, now)
    const accessToken = await signAccessToken(deps.keys, { id: session.id, userId: user.id, roles: user.roles }, now)
    return { accessToken, refreshToken }
  })
}

/**
 * Rotates the refresh token. Only the immediately previous token is honoured for 30 s more and gets the same successor
 * (a double click, two tabs, a lost answer); an older one means theft and ends the whole session.
 * @throws AppError `auth.session_ended`
 */
export async function refreshSession(deps: AuthDeps, presented: string): Promise<TokenPair> {
  const now = deps.clock.now()
  const outcome = await deps.db.transaction().execute(async (tx) => {
    const presentedHash = hashOfToken(presented)
    const token = await queries.selectRefreshTokenForUpdate(tx, presentedHash)
    if (!token || token.ended_at || token.expires_at <= now || !token.is_active) return null
    const successor = successorOf(deps.keys, token.session_id, presented)
    // Read again under the lock of the session: a parallel refresh may have rotated it meanwhile.
    const newest = await queries.selectNewestTokenHash(tx, token.session_id)
    if (newest?.token_hash.equals(presentedHash)) {
      await queries.insertRefreshToken(tx, token.session_id, hashOfToken(successor), now)
      await queries.markRotated(tx, presentedHash, now)
    } else {
      const rotatedAt = (await queries.selectRefreshTokenForUpdate(tx, presentedHash))?.rotated_at
      const isPrevious = newest?.token_hash.equals(hashOfToken(successor)) ?? false
      if (!isPrevious || !rotatedAt || now.getTime() - rotatedAt.getTime() > GRACE_MS) {
        await queries.endSession(tx, token.session_id, 'refresh token used twice', now)
        return null
      }
    }
    const subject = { id: token.session_id, userId: token.user_id, roles: token.roles }
    const accessToken = await signAccessToken(deps.keys, subject, now)
    return { accessToken, refreshToken: successor }
  })
  if (!outcome) throw new AppError('auth.session_ended')
  return outcome
}

/** Ends the session of a refresh token; an unknown token ends nothing. */
export async function signOut(deps: AuthDeps, presented: string): Promise<void> {
  const token = await queries.selectRefreshTokenForUpdate(deps.db, hashOfToken(presented))
  if (token) await queries.endSession(deps.db, token.session_id, 'signed out', deps.clock.now())
}
