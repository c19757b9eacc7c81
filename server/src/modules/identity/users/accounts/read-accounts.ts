import type { UserDetails, UserItem, UsersQuery } from '@artikul/contract/identity/accounts'
import { isContractorUser } from '@artikul/contract/core/roles'
import type { Db } from '../../../../platform/db/index.ts'
import { pageOf, paginationOf, type Page } from '../../../../platform/paging.ts'
import {
  selectAccount,
  selectAccounts,
  selectAdministeredAlone,
  selectCompaniesOfAccounts,
  selectMemberships,
  type AccountDetails,
  type AccountRow,
} from './accounts.queries.ts'
import {
  isSelf,
  isShared,
  isInAdministeredScope,
  mayManage,
  proposesEmail,
  userNotFound,
  type Administrator,
} from './account-rules.ts'
import { selectInvitation, selectInvitedTo } from '../invitations.queries.ts'
import type { AdministeredScope } from '../administered-scope.queries.ts'

type Companies = Awaited<ReturnType<typeof selectCompaniesOfAccounts>>

const presentItem = (row: AccountRow, companies: Companies): UserItem => ({
  ...row,
  roles: row.roles.map((name) => ({ name })),
  contractors: companies
    .filter((company) => company.user_id === row.id)
    .map(({ id, name, inn }) => ({ id, name, inn })),
  last_seen_at: row.last_seen_at?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
})

/** Selects a page of accounts within the scope, with their companies. */
export async function selectItems(
  db: Db,
  reach: AdministeredScope,
  filter: UsersQuery,
  page: Pick<Page, 'size' | 'offset'>,
): Promise<{ items: UserItem[]; total: number }> {
  const { rows, total } = await selectAccounts(db, reach, filter, page)
  const companies = await selectCompaniesOfAccounts(
    db,
    reach,
    rows.map((row) => row.id),
  )
  return { items: rows.map((row) => presentItem(row, companies)), total }
}

export async function listAccounts(db: Db, { reach }: Administrator, query: UsersQuery) {
  const page = pageOf(query)
  const { items, total } = await selectItems(db, reach, query, page)
  return { results: items, pagination: paginationOf(page, total) }
}

type Person = Pick<AccountDetails, 'id' | 'is_active' | 'is_invited' | 'roles' | 'rights'> & { erased_at?: Date | null }

/** Determines the access to the account itself, independent of its companies. */
function accessOf(by: Administrator, person: Person, isSharedOne: boolean) {
  const isOwnHand = by.actor.impersonationId === null
  const isErased = Boolean(person.erased_at)
  const isManaged = isSelf(by, person.id) || mayManage(by, person)
  const mayAccess = !isSelf(by, person.id) && isManaged && !isSharedOne && isOwnHand && !isErased
  return { isOwnHand, isErased, isManaged, mayAccess, isStaffReader: by.reach === 'any' && isOwnHand }
}

function abilities(by: Administrator, person: Person, isSharedOne: boolean): UserDetails['can'] {
  const { isOwnHand, isErased, isManaged, mayAccess, isStaffReader } = accessOf(by, person, isSharedOne)
  return {
    edit_person: isManaged && !isSharedOne && !isErased,
    edit_email: mayAccess && (!proposesEmail(by, person) || !person.is_invited),
    edit_roles: mayAccess,
    block: mayAccess,
    reset_access: isManaged && isOwnHand && !isErased,
    impersonate: isStaffReader && person.is_active && isContractorUser(person.roles),
    revoke: person.is_invited && isOwnHand && isContractorUser(person.roles),
    take_data: isStaffReader && isManaged && !isErased,
    erase: isStaffReader && mayAccess && !person.is_active,
  }
}

/**
 * Reads an account with its companies and limits; to a client admin an unanswered invitation looks like a new account.
 * @throws AppError `not_found` for a person outside the scope
 */
export async function readAccount(db: Db, by: Administrator, id: number): Promise<UserDetails> {
  const [account, memberships, companies, administered] = await Promise.all([
    selectAccount(db, by.reach, id),
    selectMemberships(db, id),
    selectCompaniesOfAccounts(db, by.reach, [id]),
    selectAdministeredAlone(db, by.reach, id),
  ])
  if (!account) return readInvitation(db, by, id)
  return {
    ...presentItem(account, companies),
    memberships: memberships.filter((membership) => isInAdministeredScope(by.reach, membership.contractor_id)),
    rights: account.rights,
    has_second_factor: account.has_second_factor,
    email_pending: account.pending_email,
    last_admin_of: administered,
    is_erased: account.erased_at !== null,
    version: account.version,
    can: abilities(by, account, isShared(by.reach, memberships)),
  }
}

async function readInvitation(db: Db, by: Administrator, id: number): Promise<UserDetails> {
  const [invitation, memberships, companies] = await Promise.all([
    by.reach === 'any' ? undefined : selectInvitation(db, by.reach, id),
    selectInvitedTo(db, id),
    selectCompaniesOfAccounts(db, by.reach, [id]),
  ])
  if (!invitation) throw userNotFound()
  const person = { ...invitation, rights: [], login: invitation.email, last_seen_at: null, is_invited: true }
  return {
    ...presentItem(person, companies),
    memberships: memberships.filter((membership) => isInAdministeredScope(by.reach, membership.contractor_id)),
    rights: [],
    has_second_factor: false,
    email_pending: null,
    last_admin_of: [],
    is_erased: false,
    version: invitation.version,
    can: abilities(by, person, isShared(by.reach, memberships)),
  }
}
