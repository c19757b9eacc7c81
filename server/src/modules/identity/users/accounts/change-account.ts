import type { UserPatch } from '@artikul/contract/identity/accounts'
import { isStaff } from '@artikul/contract/core/roles'
import type { Kysely } from 'kysely'
import type { Db, DB } from '../../../../platform/db/index.ts'
import { AppError } from '../../../../platform/errors.ts'
import { requireConfirmedPassword } from '../../auth/index.ts'
import { applyChange } from './apply-changes.ts'
import { readNames, type AccountDeps } from './account-names.ts'
import { lockAccount, selectAccount, selectMemberships } from './accounts.queries.ts'
import {
  accountChanges,
  emailAlreadyUsed,
  isNothing,
  losesAdministrator,
  proposesEmail,
  requireAnswered,
  requireLetIn,
  requireMayChange,
  requireWhole,
  requireWithin,
  accountStateAfter,
  userNotFound,
  type AccountState,
  type Administrator,
} from './account-rules.ts'
import {
  lockAddress,
  lockAdministrators,
  lockCompanies,
  selectAdministrator,
  selectByAddress,
  selectCompanyWithoutAdmin,
} from './write-accounts.queries.ts'
import { changeInvitation } from '../invitations.ts'
import { sendEmailLink } from '../pending-email.ts'

/**
 * Updates an account, or an open invitation, in one transaction under the lock of every company concerned. A client
 * admin, and an administrator for staff, can only propose a new email address: it applies after its owner has signed in
 * and opened the link, and the answer does not reveal whether it is taken.
 * @throws AppError `not_found`, `user.erased`, `stale`, `user.last_admin`, `input.invalid`, `auth.confirm_password` for
 * staff, plus every refusal of `requireMayChange`
 */
export async function changeAccount(
  deps: AccountDeps,
  db: Kysely<DB>,
  by: Administrator,
  id: number,
  patch: UserPatch,
): Promise<{ version: number }> {
  if (!(await selectAccount(db, by.reach, id))) return changeInvitation(deps, db, by, id, patch)
  const memberships = patch.memberships ?? []
  requireWithin(by.reach, memberships)
  const had = await selectMemberships(db, id)
  const names = await readNames(deps, memberships, had)
  const version = await db.transaction().execute(async (tx) => {
    await lockCompanies(
      tx,
      [...had, ...memberships].map((one) => one.contractor_id),
    )
    if (by.reach === 'any') await lockAdministrators(tx)
    const account = await lockAccount(tx, by.reach, id)
    if (!account) throw userNotFound()
    if (account.erased_at) throw new AppError('user.erased')
    const before = { ...account, memberships: await selectMemberships(tx, id) }
    const after = accountStateAfter(by, before, patch)
    const changes = accountChanges(before, after)
    requireMayChange(by, id, { before, after, changes })
    if (isStaff(before.roles) || isStaff(after.roles)) await requireConfirmedPassword(tx, deps.clock, by.actor)
    requireLetIn(by, changes.joined, names.waiting)
    if (account.version !== patch.version) throw new AppError('stale')
    const isProposed = proposesEmail(by, before)
    if (account.is_invited && isProposed) requireAnswered(changes)
    requireWhole(after)
    if (isProposed && patch.email !== undefined && patch.email !== before.email.toLowerCase())
      await sendEmailLink(deps, tx, account, patch.email ?? '')
    if (isNothing(changes)) return account.version
    if (before.email !== after.email) await requireFreeAddress(tx, after.email, id)
    const newVersion = await applyChange(deps, tx, by.author, account, { before, after, changes, names })
    if (losesAdministrator({ before, after })) await requireAdministrator(tx)
    // Staff must be able to block an intruder who has taken over a company's only administrator.
    if (by.reach !== 'any') await requireAdmins(tx, before)
    return newVersion
  })
  deps.forgetSessions()
  return { version }
}

/** @throws AppError `user.last_admin` when no administrator of staff would remain */
async function requireAdministrator(tx: Db) {
  if (!(await selectAdministrator(tx)))
    throw new AppError('user.last_admin', { detail: 'Это последний администратор портала: сначала назначьте другого' })
}

/** Requires that companies administered by the person keep an active administrator. */
async function requireAdmins(tx: Db, before: AccountState) {
  if (!before.is_active || !before.roles.includes('CONTRACTOR_ADMIN')) return
  const left = await selectCompanyWithoutAdmin(
    tx,
    before.memberships.map((one) => one.contractor_id),
  )
  if (left) throw new AppError('user.last_admin', { detail: `Это последний администратор компании ${left.name}` })
}

/** @throws AppError `input.invalid` when the address is another person's email or login, which only staff may learn */
async function requireFreeAddress(tx: Db, email: string, userId: number) {
  await lockAddress(tx, email)
  const known = await selectByAddress(tx, email)
  if (known && known.id !== userId) throw emailAlreadyUsed()
}
