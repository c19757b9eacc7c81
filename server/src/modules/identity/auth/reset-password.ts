import { AppError } from '../../../platform/errors.ts'
import { loggable } from '../../../platform/telemetry/log-error.ts'
import { recordEvent } from '../../../platform/audit/index.ts'
import { networkOf, recordFailure, requirePatience, type Attempt } from './attempts.ts'
import type { AuthDeps, Caller } from './auth-deps.ts'
import * as queries from './auth.queries.ts'
import { createLink, hasReachedEmailLimit, hashOfLink, useLink } from './links.ts'
import { expireLinks, selectLivingLink } from './links.queries.ts'
import { notifyOfNewPassword } from './own-password.ts'
import { hashPassword } from './passwords.ts'
import { requireUncommonPassword } from './strong-password.ts'

/** Tasks that continue after the answer was sent; the app awaits them on shutdown. */
export interface DeferredWork {
  run: (work: () => Promise<void>) => void
  settled: () => Promise<void>
}

export function createBackground(log: AuthDeps['log']): DeferredWork {
  const running = new Set<Promise<void>>()
  return {
    run: (work) => {
      const one = work().catch((error: unknown) =>
        log.error({ err: loggable(error) }, 'password reset email not queued'),
      )
      running.add(one)
      void one.finally(() => running.delete(one))
    },
    settled: async () => {
      await Promise.all(running)
    },
  }
}

/**
 * Requests an email with a link for a new password. The answer is sent before the account is looked up, so that neither
 * its content nor its time reveals whether one exists.
 * @throws AppError `auth.too_many_attempts` per network address
 */
export async function requestReset(deps: AuthDeps, background: DeferredWork, login: string, caller: Caller) {
  const attempts: Attempt[] = [{ kind: 'reset at address', of: networkOf(caller.address) }]
  await requirePatience(deps.db, attempts, deps.clock.now())
  await recordFailure(deps.db, attempts, deps.clock.now())
  background.run(() => sendResetLink(deps, login, caller))
}

async function sendResetLink({ db, clock, mailer }: AuthDeps, login: string, caller: Caller) {
  const user = await queries.selectUserByLogin(db, login)
  if (!user?.is_active) return
  const now = clock.now()
  await db.transaction().execute(async (tx) => {
    await queries.lockUser(tx, user.id)
    if (await hasReachedEmailLimit(tx, user.id, 'reset', now)) return
    const token = await createLink(tx, { purpose: 'reset', userId: user.id }, now)
    await recordEvent(tx, { ...caller, subjectId: user.id }, { event: 'password.reset_requested' })
    await mailer.queue(tx, {
      to: user.email,
      subject: 'Новый пароль',
      text: `Здравствуйте, ${user.full_name}!\n\nЧтобы задать новый пароль, откройте ссылку: ${mailer.linkTo(`/reset-password/${token}`)}\n\nОна действует один час и один раз. Если вы не просили нового пароля, ничего не делайте.`,
      isSecret: true,
    })
  })
}

/** @throws AppError `auth.link_expired` */
export async function checkLink({ db, clock }: AuthDeps, token: string): Promise<{ purpose: 'reset' | 'invite' }> {
  const link = await selectLivingLink(db, hashOfLink(token), clock.now())
  if (link?.purpose !== 'reset' && link?.purpose !== 'invite') throw new AppError('auth.link_expired')
  return { purpose: link.purpose }
}

/**
 * Sets a password through an emailed link and ends every session of the account.
 * @throws AppError `auth.link_expired`, `input.invalid`
 */
export async function setPassword(deps: AuthDeps, token: string, password: string, caller: Caller): Promise<void> {
  const { db, clock } = deps
  await checkLink(deps, token)
  await requireUncommonPassword('password', password, [])
  const passwordHash = await hashPassword(password)
  const now = clock.now()
  await db.transaction().execute(async (tx) => {
    const link = await useLink(tx, token, ['reset', 'invite'], now)
    const user = await queries.selectUser(tx, link.user_id)
    if (!user?.is_active) throw new AppError('auth.link_expired')
    await requireUncommonPassword('password', password, [user.login, user.email])
    await queries.updateUser(tx, user.id, { password_hash: passwordHash })
    await queries.endSessionsOf(tx, user.id, 'password reset', now)
    const author = { ...caller, actorId: user.id, subjectId: user.id }
    await recordEvent(tx, author, { event: 'password.reset' })
    await expireLinks(tx, user.id, ['reset', 'invite'], now)
    if (link.purpose === 'reset') await notifyOfNewPassword(tx, deps, user)
  })
}
