import { Membership } from '@artikul/contract/accounts'
import type { ProfilePatch } from '@artikul/contract/profile'
import { isContractorUser } from '@artikul/contract/roles'
import type { Kysely } from 'kysely'
import type { Clock } from '../../platform/clock.ts'
import type { Db, DB } from '../../platform/db/index.ts'
import { AppError } from '../../platform/errors.ts'
import type { Actor, Author } from '../../platform/http/index.ts'
import { recordEvent } from '../audit/index.ts'
import { createLink, expireLinks, requireOwnPassword, useLink } from '../auth/index.ts'
import type { Mailer } from '../mails/index.ts'
import { sendEmailNotice } from './accounts.letters.ts'
import { lockAccount, selectCompanyIds, selectCompanyNames, type AccountDetails } from './accounts.queries.ts'
import { userNotFound } from './accounts.read.ts'
import {
  insertMembership,
  lockAddress,
  selectByAddress,
  settleCurrentCompany,
  updateAccount,
} from './accounts.write.queries.ts'
import { selectPendingEmail } from './users.queries.ts'

export interface ProfileDeps {
  clock: Clock
  mailer: Mailer
}

async function lockOwn(tx: Db, userId: number): Promise<AccountDetails> {
  const account = await lockAccount(tx, 'any', userId)
  if (!account) throw userNotFound()
  return account
}

/**
 * Changes own data. A new e-mail needs the password and waits for its link; nothing tells whether it is taken.
 * @throws AppError `auth.not_on_behalf`, `auth.wrong_password`, `input.invalid`
 */
export async function changeProfile(
  deps: ProfileDeps,
  db: Kysely<DB>,
  { actor, author }: { actor: Actor; author: Author },
  { email, password, ...person }: ProfilePatch,
): Promise<{ email_pending: string | null }> {
  const id = actor.subjectId
  if (email !== undefined) {
    if (actor.impersonationId !== null) throw new AppError('auth.not_on_behalf')
    if (password === undefined)
      throw new AppError('input.invalid', { errors: [{ path: 'password', message: 'Введите текущий пароль' }] })
    await requireOwnPassword({ db, clock: deps.clock }, id, password)
  }
  return db.transaction().execute(async (tx) => {
    const account = await lockOwn(tx, id)
    await changePerson(tx, author, account, person)
    if (email !== undefined) await askForEmail(deps, tx, account, email)
    return { email_pending: await selectPendingEmail(tx, id) }
  })
}

const TITLES = { full_name: 'Имя', phone: 'Телефон' } as const

async function changePerson(
  tx: Db,
  author: Author,
  account: AccountDetails,
  asked: Pick<ProfilePatch, 'full_name' | 'phone'>,
) {
  const changes = (['full_name', 'phone'] as const).flatMap((name) => {
    const [before, after] = [account[name], asked[name]]
    return after === undefined || after === before ? [] : [{ field: TITLES[name], before, after }]
  })
  if (changes.length === 0) return
  await updateAccount(tx, account.id, asked)
  await recordEvent(tx, author, { event: 'user.changed', changes })
}

/** A taken address gets a letter without a link, and the person the same answer. */
async function askForEmail({ clock, mailer }: ProfileDeps, tx: Db, account: AccountDetails, email: string) {
  await expireLinks(tx, account.id, ['email'], clock.now())
  const isOwn = email === account.email.toLowerCase()
  await updateAccount(tx, account.id, { pending_email: isOwn ? null : email })
  if (isOwn) return
  const known = await selectByAddress(tx, email)
  if (known && known.id !== account.id)
    return mailer.queue(tx, {
      to: known.email,
      subject: 'Кто-то указал вашу почту',
      text: `Здравствуйте!

Кто-то указал на портале вашу почту как новую для своей учётной записи. Ваша учётная запись не изменилась, делать ничего не нужно.`,
    })
  const token = await createLink(tx, { purpose: 'email', userId: account.id, email }, clock.now())
  return mailer.queue(tx, {
    to: email,
    subject: 'Подтвердите почту',
    text: `Здравствуйте!

Чтобы эта почта стала почтой вашей учётной записи, войдите на портал и откройте ссылку. Она действует сутки:
${mailer.linkTo(`/profile?email_token=${token}`)}

Если вы этого не просили, ничего не делайте.`,
    isSecret: true,
  })
}

/**
 * Makes the e-mail of the link one's own; the old address is told.
 * @throws AppError `auth.link_dead` for another's link, an address changed or taken since
 */
export async function confirmEmail(
  deps: ProfileDeps,
  db: Kysely<DB>,
  { actor, author }: { actor: Actor; author: Author },
  token: string,
): Promise<{ email: string }> {
  return db.transaction().execute(async (tx) => {
    const link = await useLink(tx, token, ['email'], deps.clock.now())
    const { email, user_id: userId } = link
    if (userId !== actor.subjectId || email === null) throw new AppError('auth.link_dead')
    await lockAddress(tx, email)
    const account = await lockOwn(tx, userId)
    const known = await selectByAddress(tx, email)
    const isTaken = known !== undefined && known.id !== userId
    if (isTaken || (await selectPendingEmail(tx, userId)) !== email) throw new AppError('auth.link_dead')
    await updateAccount(tx, userId, {
      email,
      pending_email: null,
      // Who signs in by e-mail goes on so.
      ...(account.login === account.email && { login: email }),
    })
    // A link to a new password that lies at the old address opens nothing any more.
    await expireLinks(tx, userId, ['reset', 'invite'], deps.clock.now())
    await sendEmailNotice(tx, deps, account.email)
    await recordEvent(tx, author, {
      event: 'email.changed',
      changes: [{ field: 'Почта', before: account.email, after: email }],
    })
    return { email }
  })
}

/**
 * Joins one more company, with the limits that its admin has set in the invitation.
 * @throws AppError `auth.link_dead` for another's link
 */
export async function acceptInvitation(
  { clock }: ProfileDeps,
  db: Kysely<DB>,
  { actor, author }: { actor: Actor; author: Author },
  token: string,
): Promise<{ contractor: string }> {
  return db.transaction().execute(async (tx) => {
    const { membership: set, user_id: userId } = await useLink(tx, token, ['join'], clock.now())
    const membership = Membership.safeParse(set)
    if (userId !== actor.subjectId || !membership.success) throw new AppError('auth.link_dead')
    const { contractor_id: contractorId } = membership.data
    const account = await lockOwn(tx, userId)
    if (!isContractorUser(account.roles)) throw new AppError('auth.link_dead')
    const name = (await selectCompanyNames(tx, [contractorId]))[0]?.name ?? ''
    const has = await selectCompanyIds(tx, userId)
    if (!has.includes(contractorId)) {
      await insertMembership(tx, userId, membership.data)
      await updateAccount(tx, userId, {})
      await settleCurrentCompany(tx, userId)
      await recordEvent(tx, author, {
        event: 'user.companies_changed',
        contractorId,
        changes: [{ field: 'Компании', before: null, after: name }],
      })
    }
    return { contractor: name }
  })
}
