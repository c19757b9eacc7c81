import { SETUP_STEPS, type FirstAdministrator, type SetupStep } from '@artikul/contract/workspace/setup'
import { keysOf } from '@artikul/contract/core/keys'
import type { Kysely } from 'kysely'
import { recordEvent } from '../../../platform/audit/index.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Db, DB } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Author } from '../../../platform/http/index.ts'
import {
  hashPassword,
  insertFirstAdministrator,
  networkOf,
  recordFailure,
  requirePatience,
  requireUncommonPassword,
} from '../../identity/index.ts'
import { isSetupCode } from './setup-code.ts'
import * as queries from './setup.queries.ts'

export interface SetupDeps {
  clock: Clock
  secret: string
  /** Checks whether a mail server is set, here or in the environment. */
  mailer: { hasServer: () => Promise<boolean> }
}

/** Address and request of a call without a signed-in user. */
export interface SetupCaller {
  address: string
  requestId: string
}

/**
 * Requires the code that the server has printed. Wrong ones are counted by address and together: 40 bits outlive the
 * allowed attempts by thousands of years.
 * @throws AppError `setup.bad_code`, `auth.too_many_attempts`
 */
export async function requireSetupCode(
  db: Db,
  { secret, clock }: Pick<SetupDeps, 'secret' | 'clock'>,
  caller: SetupCaller,
  code: string,
) {
  const attempts = [
    { kind: 'setup at address', of: networkOf(caller.address) },
    { kind: 'setup', of: 'any' },
  ] as const
  const now = clock.now()
  await requirePatience(db, attempts, now)
  if (isSetupCode(secret, code)) return
  await recordFailure(db, attempts, now)
  throw new AppError('setup.bad_code', { errors: [{ path: 'code', message: 'Код не подошёл' }] })
}

/**
 * Creates the first administrator of an empty installation.
 * @throws AppError `setup.done` when there are accounts, `setup.bad_code`, `auth.too_many_attempts`, `input.invalid` for
 * a common password
 */
export async function createAdministrator(
  db: Kysely<DB>,
  deps: SetupDeps,
  caller: SetupCaller,
  { code, password, ...person }: FirstAdministrator,
): Promise<void> {
  await requireSetupCode(db, deps, caller, code)
  await requireUncommonPassword('password', password, [person.email, person.full_name])
  const password_hash = await hashPassword(password)
  await db.transaction().execute(async (tx) => {
    const id = await insertFirstAdministrator(tx, { ...person, password_hash })
    if (id === null) throw new AppError('setup.done')
    const author = { ...caller, actorId: id, subjectId: id, contractorId: null }
    await recordEvent(tx, author, {
      event: 'user.created',
      subjectId: id,
      object: `${person.full_name}, первый администратор`,
    })
  })
}

export async function readSteps(db: Db, { mailer }: SetupDeps, userId: number) {
  const [done, skipped, hasMail] = await Promise.all([
    queries.selectDoneSteps(db, userId),
    queries.selectSkippedSteps(db),
    mailer.hasServer(),
  ])
  return keysOf(SETUP_STEPS).map((step) => ({
    step,
    is_done: step === 'mail' ? hasMail : done[step],
    is_skipped: skipped.has(step),
  }))
}

/** Skips a step, or puts it back on the list. */
export const skipStep = (
  db: Kysely<DB>,
  { clock }: SetupDeps,
  author: Author,
  { step, is_skipped: isSkipped }: { step: SetupStep; is_skipped: boolean },
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    if (isSkipped) await queries.insertSkippedStep(tx, step, author, clock.now())
    else await queries.deleteSkippedStep(tx, step)
    const changes = [{ field: 'Пропущен', before: isSkipped ? 'нет' : 'да', after: isSkipped ? 'да' : 'нет' }]
    await recordEvent(tx, author, { event: 'setup.step_skipped', object: SETUP_STEPS[step], changes })
  })
