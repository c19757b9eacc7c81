import type { Credentials } from '@artikul/contract/identity/auth'
import type { Db } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/errors.ts'
import { recordEvent } from '../../../platform/audit/index.ts'
import { forgiveFailures, networkOf, recordFailure, requirePatience, type Attempt } from './attempts.ts'
import type { AuthDeps, Caller, IssuedTokens } from './auth-deps.ts'
import * as queries from './auth.queries.ts'
import { hashPassword, matchesPassword } from './passwords.ts'
import { requireCode } from './second-factor.ts'
import { hashOfToken, newRefreshToken, signAccessToken } from './tokens.ts'

const SESSION_DAYS = 30

/** Hash for unknown logins, so that they take as much time as a wrong password. */
const nobodysHash = hashPassword('no such account')

type Account = Awaited<ReturnType<typeof queries.selectUserByLogin>>

/** A browser with a refresh token of this account, even an expired one, is a known device. */
async function attemptsOf(deps: AuthDeps, login: string, account: Account, caller: Caller, cookie: string | undefined) {
  const device = cookie === undefined ? undefined : await queries.selectTokenOwner(deps.db, hashOfToken(cookie))
  const isKnown = account !== undefined && device?.user_id === account.id
  const attempts: Attempt[] = isKnown
    ? [{ kind: 'known device', of: `${account.id} ${device.session_id}` }]
    : [
        { kind: 'account at address', of: `${networkOf(caller.address)} ${login.toLowerCase()}` },
        { kind: 'account', of: login.toLowerCase() },
        { kind: 'address', of: networkOf(caller.address) },
      ]
  return attempts
}

/**
 * Opens a session by login (email or name), password and, if set up, the code of the second factor. An unknown login, a
 * wrong password and a blocked account get the same answer.
 * @param cookie refresh token that the browser already has
 * @throws AppError `auth.bad_credentials`, `auth.too_many_attempts`, `auth.code_required`, `auth.bad_code`
 */
export async function signIn(
  deps: AuthDeps,
  credentials: Credentials,
  caller: Caller,
  cookie: string | undefined,
): Promise<IssuedTokens> {
  const { db, clock } = deps
  const now = clock.now()
  const account = await queries.selectUserByLogin(db, credentials.login)
  const attempts = await attemptsOf(deps, credentials.login, account, caller, cookie)
  const gate = () => requirePatience(db, attempts, now)
  await gate()
  const matches = await matchesPassword(credentials.password, account?.password_hash ?? (await nobodysHash), gate)
  if (!account?.is_active || account.password_hash === null || !matches) {
    await recordFailure(db, attempts, now)
    await recordEvent(db, caller, {
      event: 'sign_in.failed',
      ...(account ? { subjectId: account.id } : { object: 'Неизвестный логин' }),
    })
    throw new AppError('auth.bad_credentials')
  }
  if (account.totp_enabled_at) {
    if (credentials.code === undefined) throw new AppError('auth.code_required')
    await requireCode(deps, account, credentials.code).catch(async (error: unknown) => {
      await recordEvent(db, caller, { event: 'sign_in.failed', subjectId: account.id, object: 'Код второго фактора' })
      throw error
    })
  }
  await forgiveFailures(db, attempts)
  return openSession(deps, account, caller)
}

/**
 * Requires that the account was not blocked and neither its password nor its second factor changed since the password
 * was checked some seconds ago.
 */
async function requireUnchanged(tx: Db, account: NonNullable<Account>) {
  await queries.lockUser(tx, account.id)
  const now = await queries.selectUser(tx, account.id)
  const isSame =
    now?.is_active === true &&
    now.password_hash === account.password_hash &&
    now.totp_enabled_at?.getTime() === account.totp_enabled_at?.getTime()
  if (!isSame) throw new AppError('auth.bad_credentials')
}

function openSession(deps: AuthDeps, account: NonNullable<Account>, caller: Caller): Promise<IssuedTokens> {
  const now = deps.clock.now()
  return deps.db.transaction().execute(async (tx) => {
    await requireUnchanged(tx, account)
    const session = await queries.insertSession(tx, {
      user_id: account.id,
      created_at: now,
      seen_at: now,
      confirmed_at: now,
      expires_at: new Date(now.getTime() + SESSION_DAYS * 86_400_000),
      user_agent: caller.userAgent.slice(0, 300),
      address: caller.address,
    })
    const refreshToken = newRefreshToken()
    await queries.insertRefreshToken(tx, session.id, hashOfToken(refreshToken), now)
    await queries.touchUser(tx, account.id, now)
    const author = { ...caller, actorId: account.id, subjectId: account.id }
    await recordEvent(tx, author, { event: 'sign_in.succeeded' })
    const subject = { sessionId: session.id, userId: account.id, roles: account.roles }
    return { accessToken: await signAccessToken(deps.keys, subject, now), refreshToken }
  })
}
