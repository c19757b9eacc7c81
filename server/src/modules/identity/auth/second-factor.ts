import { Secret, TOTP } from 'otpauth'
import type { Db } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Author } from '../../../platform/http/index.ts'
import { qrPath } from '../../../platform/files/qr-path.ts'
import { encrypt, decrypt } from '../../../platform/encryption.ts'
import { recordEvent } from '../../../platform/audit/index.ts'
import { forgiveFailures, recordFailure, requirePatience, type Attempt } from './attempts.ts'
import type { AuthDeps } from './auth-deps.ts'
import * as queries from './auth.queries.ts'
import { requireOwnPassword } from './own-password.ts'
import type { Keys } from './tokens.ts'

const PERIOD_SECONDS = 30

type Holder = Pick<queries.UserRow, 'id' | 'totp_secret'>

const totpOf = (secret: Secret, issuer: string, label: string) =>
  new TOTP({ issuer, label, secret, algorithm: 'SHA1', digits: 6, period: PERIOD_SECONDS })

/**
 * Checks a code (RFC 6238; one step of 30 s in either direction for clock drift). A code is accepted once.
 * @throws AppError `auth.bad_code`, `auth.too_many_attempts`
 */
export async function requireCode(deps: AuthDeps, holder: Holder, code: string): Promise<void> {
  const now = deps.clock.now()
  const attempts: Attempt[] = [{ kind: 'code', of: String(holder.id) }]
  await requirePatience(deps.db, attempts, now)
  const secret = holder.totp_secret && decrypt(deps.keys.sealing, holder.totp_secret)
  if (!secret) throw new AppError('auth.bad_code')
  const totp = totpOf(Secret.fromBase32(secret.text), '', '')
  const delta = totp.validate({ token: code, timestamp: now.getTime(), window: 1 })
  const step = Math.floor(now.getTime() / 1000 / PERIOD_SECONDS) + (delta ?? 0)
  if (delta === null || !(await queries.consumeTotpStep(deps.db, holder.id, step))) {
    await recordFailure(deps.db, attempts, now)
    throw new AppError('auth.bad_code', { errors: [{ path: 'code', message: 'Код не подошёл' }] })
  }
  await forgiveFailures(deps.db, attempts)
}

/**
 * Encrypts every secret with the current key again, so that the previous key can be removed from the settings.
 * @returns the number of secrets that no known key decrypts: their owners could not sign in
 */
export async function resealSecondFactors(db: Db, keys: Keys): Promise<number> {
  let lost = 0
  for (const { id, totp_secret: sealed } of await queries.selectSealedSecrets(db)) {
    const secret = sealed && decrypt(keys.sealing, sealed)
    if (!secret) lost += 1
    else if (secret.isOld) await queries.updateUser(db, id, { totp_secret: encrypt(keys.sealing, secret.text) })
  }
  return lost
}

/**
 * Creates a secret for the authenticator application, effective only after `confirmSecondFactor`.
 * @throws AppError `auth.wrong_password`, `second_factor.on`
 */
export async function startSecondFactor(deps: AuthDeps, userId: number, password: string) {
  const user = await requireOwnPassword(deps, userId, password)
  if (user.totp_enabled_at) throw new AppError('second_factor.on')
  const secret = new Secret({ size: 20 })
  await queries.updateUser(deps.db, userId, {
    totp_secret: encrypt(deps.keys.sealing, secret.base32),
    totp_last_step: 0,
  })
  const { path, size } = qrPath(totpOf(secret, await deps.readName(), user.email).toString())
  return { secret: secret.base32, qr: path, qr_size: size }
}

/** @throws AppError `auth.bad_code`, `second_factor.on` */
export async function confirmSecondFactor(deps: AuthDeps, author: Author, code: string): Promise<void> {
  const user = await queries.selectUser(deps.db, author.actorId)
  if (!user || user.totp_enabled_at) throw new AppError('second_factor.on')
  await requireCode(deps, user, code)
  await deps.db.transaction().execute(async (tx) => {
    await queries.updateUser(tx, user.id, { totp_enabled_at: deps.clock.now() })
    await recordEvent(tx, author, { event: 'second_factor.enabled' })
    await deps.mailer.queue(tx, {
      to: user.email,
      subject: 'Включён второй фактор',
      text: `Здравствуйте, ${user.full_name}!\n\nТеперь при входе нужен код из приложения. Если это были не вы, сообщите вашему менеджеру.`,
    })
  })
}

/** @throws AppError `auth.wrong_password`, `auth.bad_code` */
export async function disableOwnSecondFactor(
  deps: AuthDeps,
  author: Author,
  { password, code }: { password: string; code: string },
): Promise<void> {
  const user = await requireOwnPassword(deps, author.actorId, password)
  await requireCode(deps, user, code)
  await deps.db.transaction().execute(async (tx) => {
    await queries.updateUser(tx, user.id, { totp_enabled_at: null, totp_secret: null })
    await recordEvent(tx, author, { event: 'second_factor.disabled' })
    await deps.mailer.queue(tx, {
      to: user.email,
      subject: 'Отключён второй фактор',
      text: `Здравствуйте, ${user.full_name}!\n\nКод из приложения при входе больше не нужен. Если это были не вы, смените пароль: ${deps.mailer.linkTo('/change-password')}`,
    })
  })
}
