import type { UserPatch } from '@artikul/contract/accounts'
import type { Kysely } from 'kysely'
import type { Db, DB } from '../../platform/db/index.ts'
import { AppError } from '../../platform/errors.ts'
import { endSessionsOf, expireLinks } from '../auth/index.ts'
import { emailTaken, readNames, type AccountDeps } from './accounts.create.ts'
import { recordChanges, type Names } from './accounts.journal.ts'
import { sendEmailNotice, sendInvitation } from './accounts.letters.ts'
import { lockAccount, selectAccount, selectMemberships, type AccountDetails } from './accounts.queries.ts'
import { userNotFound } from './accounts.read.ts'
import {
  changesBetween,
  isNothing,
  isWithin,
  requireMayChange,
  requireWhole,
  requireWithin,
  type AccountState,
  type Administrator,
  type Changes,
} from './accounts.rules.ts'
import {
  lockAddress,
  lockCompanies,
  replaceMemberships,
  selectByAddress,
  selectCompanyWithoutAdmin,
  settleCurrentCompany,
  updateAccount,
} from './accounts.write.queries.ts'

/** Everything after the change; an admin's memberships stand beside those of companies that are not his. */
function stateAfter({ reach }: Administrator, before: AccountState, patch: UserPatch): AccountState {
  const others = before.memberships.filter((one) => !isWithin(reach, one.contractor_id))
  return {
    full_name: patch.full_name ?? before.full_name,
    email: patch.email ?? before.email,
    phone: patch.phone === undefined ? before.phone : patch.phone,
    roles: patch.roles ?? before.roles,
    rights: patch.rights ?? before.rights,
    is_active: patch.is_active ?? before.is_active,
    memberships: patch.memberships ? [...others, ...patch.memberships] : before.memberships,
  }
}

/**
 * Changes an account: one transaction, under the lock of every company that it touches.
 * @throws AppError `not_found`, `stale`, `user.last_admin`, `input.invalid`, and what `requireMayChange` refuses
 */
export async function changeAccount(
  deps: AccountDeps,
  db: Kysely<DB>,
  by: Administrator,
  id: number,
  patch: UserPatch,
): Promise<{ version: number }> {
  if (!(await selectAccount(db, by.reach, id))) throw userNotFound()
  const asked = patch.memberships ?? []
  requireWithin(by.reach, asked)
  const had = (await selectMemberships(db, id)).map((one) => one.contractor_id)
  const names = await readNames(deps, id, { memberships: asked }, had)
  const version = await db.transaction().execute(async (tx) => {
    await lockCompanies(tx, [...had, ...asked.map((one) => one.contractor_id)])
    const account = await lockAccount(tx, by.reach, id)
    if (!account) throw userNotFound()
    const before = { ...account, memberships: await selectMemberships(tx, id) }
    const after = stateAfter(by, before, patch)
    const changes = changesBetween(before, after)
    requireMayChange(by, id, before, changes)
    if (account.version !== patch.version) throw new AppError('stale')
    requireWhole(after)
    if (isNothing(changes)) return account.version
    const newVersion = await writeChanges(deps, tx, account, after, changes, names)
    await requireAdmins(tx, before)
    await recordChanges(tx, by.author, id, { before, after, changes, names })
    return newVersion
  })
  deps.forgetSessions()
  return { version }
}

/** Companies that he administered still have an active administrator. */
async function requireAdmins(tx: Db, before: AccountState) {
  if (!before.is_active || !before.roles.includes('CONTRACTOR_ADMIN')) return
  const left = await selectCompanyWithoutAdmin(
    tx,
    before.memberships.map((one) => one.contractor_id),
  )
  if (left) throw new AppError('user.last_admin', { detail: `Это последний администратор компании ${left.name}` })
}

async function writeChanges(
  deps: AccountDeps,
  tx: Db,
  account: AccountDetails,
  after: AccountState,
  changes: Changes,
  names: Names,
): Promise<number> {
  const { id } = account
  const { memberships, roles, rights, ...person } = after
  if (changes.email) await requireFreeAddress(tx, after.email, id)
  const version = await updateAccount(tx, id, {
    ...person,
    roles: [...roles],
    rights: [...rights],
    ...(changes.email && { pending_email: null, ...(account.login === account.email && { login: after.email }) }),
  })
  if (changes.joined.length + changes.left.length + changes.limited.length > 0) {
    await replaceMemberships(tx, id, [...memberships])
    await settleCurrentCompany(tx, id)
  }
  if (changes.active && !after.is_active) {
    await endSessionsOf(tx, id, 'blocked', deps.clock.now())
    await expireLinks(tx, id, ['reset', 'invite', 'email', 'join'], deps.clock.now())
  }
  if (changes.roles) {
    await endSessionsOf(tx, id, 'roles changed', deps.clock.now())
    // Whoever was invited as an employee does not join as an admin.
    await expireLinks(tx, id, ['join'], deps.clock.now())
  }
  if (changes.email) {
    await expireLinks(tx, id, ['reset', 'invite', 'email'], deps.clock.now())
    await sendEmailNotice(tx, deps, account.email)
    if (account.is_invited && after.is_active) {
      const companies = memberships.map((one) => names.companies.get(one.contractor_id) ?? '')
      await sendInvitation(tx, deps, { id, email: after.email }, companies)
    }
  }
  return version
}

/** @throws AppError `input.invalid` when the address is somebody else's e-mail or login */
async function requireFreeAddress(tx: Db, email: string, userId: number) {
  await lockAddress(tx, email)
  const known = await selectByAddress(tx, email)
  if (known && known.id !== userId) throw emailTaken()
}
