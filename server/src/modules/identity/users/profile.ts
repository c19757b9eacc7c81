import { Membership } from '@artikul/contract/identity/accounts'
import type { ProfilePatch } from '@artikul/contract/identity/profile'
import { isContractorUser } from '@artikul/contract/core/roles'
import type { Kysely } from 'kysely'
import type { Clock } from '../../../platform/clock.ts'
import type { Db, DB } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Actor, Author } from '../../../platform/http/index.ts'
import { recordEvent } from '../../../platform/audit/index.ts'
import { expireLinks, requireOwnPassword, useLink } from '../auth/index.ts'
import type { Mailer } from '../../../platform/mail/index.ts'
import { closeInvitations } from './accounts/apply-changes.ts'
import { accountAuditObject, recordMemberships } from './accounts/account-audit.ts'
import { sendEmailNotice } from './accounts/account-emails.ts'
import { readCompanyNames } from './accounts/account-names.ts'
import { lockAccount, selectCompanyIds, type AccountDetails } from './accounts/accounts.queries.ts'
import { userNotFound } from './accounts/account-rules.ts'
import {
  insertMembership,
  lockAddress,
  selectByAddress,
  settleCurrentCompany,
  updateAccount,
} from './accounts/write-accounts.queries.ts'
import { selectInvitedAs } from './invitations.queries.ts'
import { sendEmailLink } from './pending-email.ts'
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
 * Updates the user's own data. A new email address requires the password and waits for its link; the answer does not
 * reveal whether it is taken.
 * @throws AppError `auth.not_while_impersonating`, `auth.wrong_password`, `input.invalid`
 */
export async function changeProfile(
  deps: ProfileDeps,
  db: Kysely<DB>,
  { actor, author }: { actor: Actor; author: Author },
  { email, password, ...person }: ProfilePatch,
): Promise<{ email_pending: string | null }> {
  const id = actor.subjectId
  if (email !== undefined) {
    if (actor.impersonationId !== null) throw new AppError('auth.not_while_impersonating')
    if (password === undefined)
      throw new AppError('input.invalid', { errors: [{ path: 'password', message: 'Введите текущий пароль' }] })
    await requireOwnPassword({ db, clock: deps.clock }, id, password)
  }
  return db.transaction().execute(async (tx) => {
    const account = await lockOwn(tx, id)
    await changePerson(tx, author, account, person)
    if (email !== undefined) await requestEmailChange(deps, tx, account, email)
    return { email_pending: await selectPendingEmail(tx, id) }
  })
}

const TITLES = { full_name: 'Имя', phone: 'Телефон' } as const

async function changePerson(
  tx: Db,
  author: Author,
  account: AccountDetails,
  input: Pick<ProfilePatch, 'full_name' | 'phone'>,
) {
  const changes = (['full_name', 'phone'] as const).flatMap((name) => {
    const [before, after] = [account[name], input[name]]
    return after === undefined || after === before ? [] : [{ field: TITLES[name], before, after }]
  })
  if (changes.length === 0) return
  await updateAccount(tx, account.id, input)
  await recordEvent(tx, author, { event: 'user.changed', changes })
}

async function requestEmailChange(deps: ProfileDeps, tx: Db, account: AccountDetails, email: string) {
  const isOwn = email === account.email.toLowerCase()
  await expireLinks(tx, account.id, ['email'], deps.clock.now())
  await updateAccount(tx, account.id, { pending_email: isOwn ? null : email })
  if (!isOwn) await sendEmailLink(deps, tx, account, email)
}

/**
 * Sets the email address of the link and notifies the old one.
 * @throws AppError `auth.link_expired` for another person's link, or an address that was changed or taken since
 */
export async function confirmEmail(
  deps: ProfileDeps,
  db: Kysely<DB>,
  { actor, author }: { actor: Actor; author: Author },
  token: string,
): Promise<{ email: string }> {
  return db.transaction().execute(async (tx) => {
    // The account is locked first, as in every creation of its links.
    const account = await lockOwn(tx, actor.subjectId)
    const { email, user_id: userId } = await useLink(tx, token, ['email'], deps.clock.now())
    if (userId !== account.id || email === null) throw new AppError('auth.link_expired')
    await lockAddress(tx, email)
    const known = await selectByAddress(tx, email)
    const isTaken = known !== undefined && known.id !== userId
    if (isTaken || (await selectPendingEmail(tx, userId)) !== email) throw new AppError('auth.link_expired')
    await updateAccount(tx, userId, {
      email,
      pending_email: null,
      // A person who signs in by email continues to do so.
      ...(account.login === account.email && { login: email }),
    })
    // A link to a new password in the old mailbox becomes invalid.
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
 * Joins another company with the limits set in the invitation by its admin.
 * @throws AppError `auth.link_expired` for another person's link, or a withdrawn invitation
 */
export async function acceptInvitation(
  { clock }: ProfileDeps,
  db: Kysely<DB>,
  { actor, author }: { actor: Actor; author: Author },
  token: string,
): Promise<{ contractor: string }> {
  return db.transaction().execute(async (tx) => {
    const account = await lockOwn(tx, actor.subjectId)
    const link = await useLink(tx, token, ['join'], clock.now())
    const linked = Membership.safeParse(link.membership)
    if (link.user_id !== account.id || !linked.success) throw new AppError('auth.link_expired')
    const invited = await selectInvitedAs(tx, account.id, linked.data.contractor_id)
    const wouldRise = account.roles.includes('CONTRACTOR_ADMIN') && !invited?.roles.includes('CONTRACTOR_ADMIN')
    if (!invited || wouldRise || !isContractorUser(account.roles)) throw new AppError('auth.link_expired')
    const { membership } = invited
    const names = await readCompanyNames(tx, [membership])
    const has = await selectCompanyIds(tx, account.id)
    if (!has.includes(membership.contractor_id)) {
      await insertMembership(tx, account.id, membership)
      await updateAccount(tx, account.id, {})
      await settleCurrentCompany(tx, account.id)
      const about = { author, subjectId: account.id, object: accountAuditObject(account) }
      await recordMemberships(tx, about, { joined: [membership], left: [], limited: [] }, names)
    }
    await closeInvitations(tx, account.id, [membership.contractor_id], clock.now())
    return { contractor: names.companies.get(membership.contractor_id) ?? '' }
  })
}
