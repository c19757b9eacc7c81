import type { Db } from '../../../../platform/db/index.ts'
import type { Author } from '../../../../platform/http/index.ts'
import { endSessionsOf, expireJoinLinks, expireLinks } from '../../auth/index.ts'
import { accountAuditObject, recordChanges } from './account-audit.ts'
import { sendEmailNotice, sendInvitation, type AccountEmailDeps } from './account-emails.ts'
import type { Names } from './account-names.ts'
import type { AccountDetails } from './accounts.queries.ts'
import type { AccountState, Changes } from './account-rules.ts'
import { replaceMemberships, settleCurrentCompany, updateAccount } from './write-accounts.queries.ts'
import { deleteInvitedTo } from '../invitations.queries.ts'

/** Changes of an account to apply. */
export interface AccountChange {
  before: AccountState
  after: AccountState
  changes: Changes
  names: Names
}

/** Closes open invitations to companies that the person has joined or was removed from. */
export async function closeInvitations(tx: Db, userId: number, contractorIds: readonly number[], now: Date) {
  for (const contractorId of contractorIds) {
    await expireJoinLinks(tx, userId, contractorId, now)
    await deleteInvitedTo(tx, userId, contractorId)
  }
}

/** Writes the new state with all its consequences and the journal; returns the new version. */
export async function applyChange(
  deps: AccountEmailDeps,
  tx: Db,
  author: Author,
  account: AccountDetails,
  change: AccountChange,
): Promise<number> {
  const { id } = account
  const { before, after, changes } = change
  const { memberships, roles, rights, ...person } = after
  const version = await updateAccount(tx, id, {
    ...person,
    roles: [...roles],
    rights: [...rights],
    ...(before.email !== after.email && account.login === account.email && { login: after.email }),
  })
  if (changes.joined.length + changes.left.length + changes.limited.length > 0) {
    await replaceMemberships(tx, id, [...memberships])
    await settleCurrentCompany(tx, id)
  }
  await endWhatIsOver(deps, tx, account, change)
  if (before.email !== after.email) await notifyOfEmailChange(deps, tx, account, change)
  await recordChanges(tx, { author, subjectId: id, object: accountAuditObject(after) }, change)
  return version
}

async function endWhatIsOver(
  { clock }: AccountEmailDeps,
  tx: Db,
  account: AccountDetails,
  { after, changes }: AccountChange,
) {
  const { id } = account
  const now = clock.now()
  await closeInvitations(
    tx,
    id,
    [...changes.joined, ...changes.left].map((one) => one.contractor_id),
    now,
  )
  if (changes.active && !after.is_active) {
    await endSessionsOf(tx, id, 'blocked', now)
    await expireLinks(tx, id, ['reset', 'invite', 'email', 'join'], now)
  }
  if (changes.roles) {
    await endSessionsOf(tx, id, 'roles changed', now)
    // An invitation as an employee cannot be used after a change to admin.
    await expireLinks(tx, id, ['join'], now)
  }
  // The last company has withdrawn its invitation.
  if (account.is_invited && changes.left.length > 0 && after.memberships.length === 0)
    await expireLinks(tx, id, ['invite'], now)
}

async function notifyOfEmailChange(
  deps: AccountEmailDeps,
  tx: Db,
  account: AccountDetails,
  { after, names }: AccountChange,
) {
  await expireLinks(tx, account.id, ['reset', 'invite', 'email'], deps.clock.now())
  await sendEmailNotice(tx, deps, account.email)
  if (!account.is_invited || !after.is_active) return
  const companies = after.memberships.map((one) => names.companies.get(one.contractor_id) ?? '')
  await sendInvitation(tx, deps, { id: account.id, email: after.email }, companies)
}
