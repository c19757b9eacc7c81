import type { Membership, NewUser, UserPatch } from '@artikul/contract/identity/accounts'
import { isStaff } from '@artikul/contract/core/roles'
import type { Kysely } from 'kysely'
import type { Db, DB } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Author } from '../../../platform/http/index.ts'
import { expireJoinLinks, hasReachedEmailLimit } from '../auth/index.ts'
import { applyChange, type AccountChange } from './accounts/apply-changes.ts'
import { accountAuditObject, recordChanges, recordInvitedAgain, recordNew } from './accounts/account-audit.ts'
import {
  emailLimitReached,
  sendInvitation,
  sendJoinLink,
  sendJoinRefusal,
  type AccountEmailDeps,
} from './accounts/account-emails.ts'
import { readCompanyNames, readNames, type AccountDeps, type Names } from './accounts/account-names.ts'
import { lockAccount, selectCompanyIds, selectMemberships, type AccountDetails } from './accounts/accounts.queries.ts'
import {
  accountChanges,
  isNothing,
  isShared,
  isInAdministeredScope,
  requireAnswered,
  requireLetIn,
  requireMayChange,
  requireWhole,
  requireWithin,
  accountStateAfter,
  userNotFound,
  type AccountState,
  type Administrator,
} from './accounts/account-rules.ts'
import { lockCompanies } from './accounts/write-accounts.queries.ts'
import * as queries from './invitations.queries.ts'
import type { InvitationRow } from './invitations.queries.ts'

const HOUR_MS = 3_600_000
const MAX_SENDINGS = 3

const aboutOf = (author: Author, userId: number, account: Pick<AccountState, 'full_name' | 'email'>) => ({
  author,
  subjectId: userId,
  object: `Приглашение: ${accountAuditObject(account)}`,
})

async function stateOf(tx: Db, invitation: InvitationRow): Promise<AccountState> {
  return {
    ...invitation,
    pending_email: null,
    rights: [],
    memberships: await queries.selectInvitedTo(tx, invitation.id),
  }
}

const companyIdsOf = (memberships: readonly Membership[]) => memberships.map((one) => one.contractor_id)

/**
 * Emails the links silently: a person whom emails may not reach gets none, so that the outcome does not reveal the
 * account.
 */
async function sendJoinLinks(
  deps: AccountEmailDeps,
  tx: Db,
  account: AccountDetails,
  { roles, memberships }: Pick<AccountState, 'roles' | 'memberships'>,
  names: Names,
) {
  if (!account.is_active || isStaff(account.roles)) return
  const has = await selectCompanyIds(tx, account.id)
  // Roles apply to all companies: an admin of another company cannot join this one as an employee.
  const wouldRise = account.roles.includes('CONTRACTOR_ADMIN') && !roles.includes('CONTRACTOR_ADMIN')
  for (const membership of memberships) {
    if (has.includes(membership.contractor_id)) continue
    if (await hasReachedEmailLimit(tx, account.id, 'join', deps.clock.now())) return
    const company = { name: names.companies.get(membership.contractor_id) ?? '' }
    await (wouldRise ? sendJoinRefusal : sendJoinLink)(tx, deps, account, company, membership)
  }
}

/** Counts another email; false when the hourly limit is reached, as for a new account. */
async function noteSending(
  { clock }: AccountEmailDeps,
  tx: Db,
  { id, sent_at: sentAt }: InvitationRow,
): Promise<boolean> {
  const now = clock.now()
  const recent = sentAt.filter((moment) => moment.getTime() > now.getTime() - HOUR_MS)
  if (recent.length >= MAX_SENDINGS) return false
  await queries.updateSendings(tx, id, [...recent, now])
  return true
}

async function applyToInvitation(
  deps: AccountEmailDeps,
  tx: Db,
  by: Administrator,
  row: InvitationRow,
  change: AccountChange,
) {
  const { before, after, changes, names } = change
  const { full_name, phone, is_active } = after
  const version = await queries.updateInvitation(tx, row.id, { full_name, phone, is_active, roles: [...after.roles] })
  await queries.replaceInvitedTo(tx, row.id, after.memberships)
  const over = after.is_active ? changes.left : before.memberships
  for (const { contractor_id } of over) await expireJoinLinks(tx, row.user_id, contractor_id, deps.clock.now())
  await recordChanges(tx, aboutOf(by.author, row.user_id, after), { before, after, changes, names })
  return version
}

async function lockInvitation(tx: Db, by: Administrator, id: number) {
  const found = await queries.selectInvitation(tx, by.reach, id)
  if (!found) throw userNotFound()
  const account = await lockAccount(tx, 'any', found.user_id)
  // Every change of an invitation locks the invited account.
  const row = await queries.selectInvitation(tx, by.reach, id)
  if (!row || !account) throw userNotFound()
  return { row, account }
}

/**
 * Changes an unanswered invitation of a client admin by the rules of a new account.
 * @throws AppError `not_found`, `stale`, `input.invalid`, plus every refusal of `requireMayChange`
 */
export async function changeInvitation(
  deps: AccountDeps,
  db: Kysely<DB>,
  by: Administrator,
  id: number,
  patch: UserPatch,
): Promise<{ version: number }> {
  if (by.reach === 'any' || !(await queries.selectInvitation(db, by.reach, id))) throw userNotFound()
  const memberships = patch.memberships ?? []
  requireWithin(by.reach, memberships)
  const had = await queries.selectInvitedTo(db, id)
  const names = await readNames(deps, memberships, had)
  const version = await db.transaction().execute(async (tx) => {
    await lockCompanies(tx, companyIdsOf([...had, ...memberships]))
    const { row, account } = await lockInvitation(tx, by, id)
    const before = await stateOf(tx, row)
    const after = accountStateAfter(by, before, patch)
    const changes = accountChanges(before, after)
    requireMayChange(by, id, { before, after, changes })
    requireLetIn(by, changes.joined, names.waiting)
    if (row.version !== patch.version) throw new AppError('stale')
    requireAnswered(changes)
    requireWhole(after)
    if (isNothing(changes)) return row.version
    const newVersion = await applyToInvitation(deps, tx, by, row, { before, after, changes, names })
    if (after.is_active) await sendJoinLinks(deps, tx, account, { ...after, memberships: changes.joined }, names)
    return newVersion
  })
  return { version }
}

/**
 * Sends the emails of an invitation again.
 * @throws AppError `not_found`, `auth.too_many_attempts`
 */
export async function sendInvitationAgain(deps: AccountDeps, tx: Db, by: Administrator, id: number) {
  if (by.reach === 'any') throw userNotFound()
  const { row, account } = await lockInvitation(tx, by, id)
  if (!row.is_active) throw userNotFound()
  if (!(await noteSending(deps, tx, row))) throw emailLimitReached()
  const all = await queries.selectInvitedTo(tx, id)
  const memberships = all.filter((one) => isInAdministeredScope(by.reach, one.contractor_id))
  const names = await readCompanyNames(tx, memberships)
  await sendJoinLinks(deps, tx, account, { roles: row.roles, memberships }, names)
  await recordInvitedAgain(tx, aboutOf(by.author, row.user_id, row), memberships)
}

/** Merges a repeated invitation with the previous one; managers leave the limits to the client. */
function reinvited(by: Administrator, before: AccountState, input: NewUser): AccountState {
  const version = 0 // the caller was shown no version
  if (by.actor.impersonationId !== null || isShared(by.reach, before.memberships))
    return accountStateAfter(by, before, { version })
  const { full_name, phone, roles } = input
  const given = new Map(input.memberships.map((one) => [one.contractor_id, one]))
  const memberships = before.memberships.map((one) => given.get(one.contractor_id) ?? one)
  return accountStateAfter(by, before, { version, full_name, phone, roles, memberships })
}

interface Invited {
  by: Administrator
  account: AccountDetails
  input: NewUser
  names: Names
}

/** Invites a person without a password to the same company again. */
async function inviteNewAgain(deps: AccountDeps, tx: Db, { by, account, input, names }: Invited) {
  const before = { ...account, memberships: await selectMemberships(tx, account.id) }
  const after = reinvited(by, before, input)
  const changes = accountChanges(before, after)
  if (!isNothing(changes)) await applyChange(deps, tx, by.author, account, { before, after, changes, names })
  if (await hasReachedEmailLimit(tx, account.id, 'invite', deps.clock.now())) return
  await sendInvitation(tx, deps, account, [...names.companies.values()])
}

/** Invites a person with an account to the same company again. */
async function inviteKnownAgain(deps: AccountDeps, tx: Db, { by, account, input, names }: Invited, row: InvitationRow) {
  const before = await stateOf(tx, row)
  const after = reinvited(by, before, input)
  const changes = accountChanges(before, after)
  if (!isNothing(changes)) await applyToInvitation(deps, tx, by, row, { before, after, changes, names })
  if (await noteSending(deps, tx, row)) await sendJoinLinks(deps, tx, account, after, names)
}

/** Creates an invitation; a withdrawn one is reactivated, as the account of a new person would be. */
async function invite(deps: AccountDeps, tx: Db, { by, account, input, names }: Invited, memberships: Membership[]) {
  const { full_name, email, phone, roles } = input
  const person = { full_name, email, phone, roles }
  const [empty] = await queries.selectInvitationsOf(tx, account.id, [])
  const id = empty?.is_active ? empty.id : (await queries.insertInvitation(tx, { ...person, user_id: account.id })).id
  if (empty?.is_active) await queries.updateInvitation(tx, id, person)
  await queries.replaceInvitedTo(tx, id, memberships)
  const row = await queries.selectInvitation(tx, by.reach, id)
  if (!row) throw userNotFound()
  if (await noteSending(deps, tx, row)) await sendJoinLinks(deps, tx, account, { roles, memberships }, names)
  const state = { ...input, memberships }
  await recordNew(tx, aboutOf(by.author, account.id, input), 'user.invited', state, names)
}

/**
 * Invites a person with an account. To the admin it looks like a new account: with the typed name until the person
 * answers. Existing colleagues stay unchanged.
 */
export async function inviteKnown(deps: AccountDeps, tx: Db, invited: Invited) {
  const { account, input } = invited
  const has = await selectCompanyIds(tx, account.id)
  const isHere = ({ contractor_id }: Membership) => has.includes(contractor_id)
  if (account.is_invited && account.is_active && input.memberships.some(isHere)) await inviteNewAgain(deps, tx, invited)
  const others = input.memberships.filter((one) => !isHere(one))
  const open = others.length === 0 ? [] : await queries.selectInvitationsOf(tx, account.id, companyIdsOf(others))
  const covered: number[] = []
  for (const row of open) {
    covered.push(...companyIdsOf(await queries.selectInvitedTo(tx, row.id)))
    if (row.is_active) await inviteKnownAgain(deps, tx, invited, row)
  }
  const rest = others.filter((one) => !covered.includes(one.contractor_id))
  if (rest.length > 0) await invite(deps, tx, invited, rest)
}
