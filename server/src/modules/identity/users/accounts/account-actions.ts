import type { UsersQuery } from '@artikul/contract/identity/accounts'
import { isStaff } from '@artikul/contract/core/roles'
import type { Kysely } from 'kysely'
import type { Db, DB } from '../../../../platform/db/index.ts'
import { AppError } from '../../../../platform/errors.ts'
import { recordEvent } from '../../../../platform/audit/index.ts'
import { endSessionsOf, requireConfirmedPassword } from '../../auth/index.ts'
import { accountAuditObject, recordInvitedAgain } from './account-audit.ts'
import { requireEmailAllowance, sendInvitation, sendPasswordLink, sendSecondFactorNotice } from './account-emails.ts'
import { readCompanyNames, type AccountDeps } from './account-names.ts'
import { lockAccount, selectMemberships, type AccountDetails } from './accounts.queries.ts'
import { selectItems } from './read-accounts.ts'
import { isSelf, isInAdministeredScope, requireMayManage, userNotFound, type Administrator } from './account-rules.ts'
import { clearSecondFactor } from './write-accounts.queries.ts'
import { renderAccountsXlsx } from './accounts-xlsx.ts'
import { sendInvitationAgain } from '../invitations.ts'

/**
 * Emails the link to a new password, or repeats an unanswered invitation.
 * @throws AppError `not_found`, `auth.too_many_attempts`, `auth.permission_required`, `auth.confirm_password` for staff
 */
export async function sendReset(deps: AccountDeps, db: Kysely<DB>, by: Administrator, id: number) {
  await db.transaction().execute(async (tx) => {
    const account = await lockAccount(tx, by.reach, id)
    if (!account) return sendInvitationAgain(deps, tx, by, id)
    if (!account.is_active) throw userNotFound()
    if (!isSelf(by, id)) requireMayManage(by, account)
    if (isStaff(account.roles)) await requireConfirmedPassword(tx, deps.clock, by.actor)
    if (account.is_invited) return inviteAgain(deps, tx, by, account)
    await requireEmailAllowance(tx, deps, id, 'reset')
    await sendPasswordLink(tx, deps, account)
    await recordEvent(tx, by.author, {
      event: 'password.reset_requested',
      subjectId: id,
      object: accountAuditObject(account),
    })
  })
}

async function inviteAgain(deps: AccountDeps, tx: Db, { author, reach }: Administrator, account: AccountDetails) {
  await requireEmailAllowance(tx, deps, account.id, 'invite')
  const memberships = (await selectMemberships(tx, account.id)).filter((one) =>
    isInAdministeredScope(reach, one.contractor_id),
  )
  const names = await readCompanyNames(tx, memberships)
  await sendInvitation(tx, deps, account, [...names.companies.values()])
  const about = { author, subjectId: account.id, object: `Приглашение: ${accountAuditObject(account)}` }
  await recordInvitedAgain(tx, about, memberships)
}

/**
 * Removes the second factor after the loss of a phone: every session ends, and the owner gets an email.
 * @throws AppError `not_found`, `auth.permission_required`, `user.own_role` for one's own account, where the profile requires
 * the password and a code
 */
export async function resetSecondFactor(deps: AccountDeps, db: Kysely<DB>, by: Administrator, id: number) {
  if (isSelf(by, id))
    throw new AppError('user.own_role', { detail: 'Свой второй фактор отключают в профиле: паролем и кодом' })
  await db.transaction().execute(async (tx) => {
    const account = await lockAccount(tx, by.reach, id)
    if (!account) throw userNotFound()
    requireMayManage(by, account)
    if (isStaff(account.roles)) await requireConfirmedPassword(tx, deps.clock, by.actor)
    if (!account.has_second_factor) return
    await clearSecondFactor(tx, id)
    await endSessionsOf(tx, id, 'second factor removed', deps.clock.now())
    await sendSecondFactorNotice(tx, deps, account)
    await recordEvent(tx, by.author, {
      event: 'second_factor.disabled',
      subjectId: id,
      object: accountAuditObject(account),
    })
  })
  deps.forgetSessions()
}

const MAX_ROWS = 5000
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Exports the list as a workbook with the same filters and records the export of personal data. */
export async function exportAccounts(db: Kysely<DB>, { author, reach }: Administrator, filter: UsersQuery) {
  const { items, total } = await selectItems(db, reach, filter, { size: MAX_ROWS, offset: 0 })
  const bytes = await renderAccountsXlsx(items, total)
  await recordEvent(db, author, { event: 'users.exported', object: `Строк: ${items.length}` })
  return { bytes, type: XLSX, name: 'Пользователи.xlsx' }
}
