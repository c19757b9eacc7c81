import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Actor, Author } from '../../../platform/http/index.ts'
import { recordEvent } from '../../../platform/audit/index.ts'
import { forgiveFailures, recordFailure, requirePatience, type Attempt } from './attempts.ts'
import type { AuthDeps } from './auth-deps.ts'
import * as queries from './auth.queries.ts'
import { hashPassword, matchesPassword } from './passwords.ts'
import { requireUncommonPassword } from './strong-password.ts'

/**
 * Returns the user if the password is correct: required for actions that a stolen access token alone must not permit.
 * @throws AppError `auth.wrong_password`, `auth.too_many_attempts`
 */
export async function requireOwnPassword(
  { db, clock }: Pick<AuthDeps, 'db' | 'clock'>,
  userId: number,
  password: string,
  field = 'password',
): Promise<queries.UserRow> {
  const now = clock.now()
  const attempts: Attempt[] = [{ kind: 'own password', of: String(userId) }]
  const user = await queries.selectUser(db, userId)
  const gate = () => requirePatience(db, attempts, now)
  if (!user?.password_hash || !(await matchesPassword(password, user.password_hash, gate))) {
    await recordFailure(db, attempts, now)
    throw new AppError('auth.wrong_password', { errors: [{ path: field, message: 'Неверный текущий пароль' }] })
  }
  await forgiveFailures(db, attempts)
  return user
}

const CONFIRMED_MS = 10 * 60_000

/**
 * Confirms the session with the user's password.
 * @throws AppError `auth.wrong_password`, `auth.too_many_attempts`
 */
export async function confirmPassword(deps: AuthDeps, { userId, sessionId }: Actor, password: string): Promise<void> {
  await requireOwnPassword(deps, userId, password)
  await queries.confirmSession(deps.db, sessionId, deps.clock.now())
}

/**
 * Requires a recent password confirmation, for actions that a stolen token alone must not permit.
 * @throws AppError `auth.confirm_password` unless the password was entered in this session within ten minutes
 */
export async function requireConfirmedPassword(db: Db, clock: Clock, { sessionId }: Actor): Promise<void> {
  const confirmedAt = await queries.selectConfirmedAt(db, sessionId)
  if (!confirmedAt || clock.now().getTime() - confirmedAt.getTime() > CONFIRMED_MS)
    throw new AppError('auth.confirm_password')
}

/**
 * Replaces the password and ends every other session of the user.
 * @throws AppError `auth.wrong_password`, `input.invalid`
 */
export async function changePassword(
  deps: AuthDeps,
  author: Author,
  sessionId: number,
  { old_password: oldPassword, new_password: newPassword }: { old_password: string; new_password: string },
): Promise<void> {
  const user = await requireOwnPassword(deps, author.actorId, oldPassword, 'old_password')
  await requireUncommonPassword('new_password', newPassword, [user.login, user.email])
  const passwordHash = await hashPassword(newPassword)
  const now = deps.clock.now()
  await deps.db.transaction().execute(async (tx) => {
    await queries.updateUser(tx, user.id, { password_hash: passwordHash })
    await queries.endSessionsOf(tx, user.id, 'password changed', now, sessionId)
    await recordEvent(tx, author, { event: 'password.changed' })
    await notifyOfNewPassword(tx, deps, user)
  })
}

export const notifyOfNewPassword = (
  db: Parameters<AuthDeps['mailer']['queue']>[0],
  { mailer }: Pick<AuthDeps, 'mailer'>,
  user: Pick<queries.UserRow, 'email' | 'full_name'>,
) =>
  mailer.queue(db, {
    to: user.email,
    subject: 'Ваш пароль изменён',
    text: `Здравствуйте, ${user.full_name}!\n\nПароль вашей учётной записи изменён, остальные сессии закончены. Если это были не вы, сразу запросите новый пароль: ${mailer.linkTo('/reset-password')}`,
  })
