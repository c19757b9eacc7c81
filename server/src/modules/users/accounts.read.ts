import type { UserDetails, UserItem, UsersQuery } from '@artikul/contract/accounts'
import { isContractorUser } from '@artikul/contract/roles'
import type { Db } from '../../platform/db/index.ts'
import { AppError } from '../../platform/errors.ts'
import { pageOf, paginationOf, type Page } from '../../platform/paging.ts'
import {
  selectAccount,
  selectAccounts,
  selectCompaniesOf,
  selectMemberships,
  type AccountDetails,
  type AccountRow,
  type Reach,
} from './accounts.queries.ts'
import { isSelf, isShared, isWithin, type Administrator } from './accounts.rules.ts'

export const userNotFound = () => new AppError('not_found', { detail: 'Пользователь не найден' })

type Companies = Awaited<ReturnType<typeof selectCompaniesOf>>

const presentItem = (row: AccountRow, companies: Companies): UserItem => ({
  ...row,
  roles: row.roles.map((name) => ({ name })),
  contractors: companies
    .filter((company) => company.user_id === row.id)
    .map(({ id, name, inn }) => ({ id, name, inn })),
  last_seen_at: row.last_seen_at?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
})

/** A page of accounts with their companies, as far as one reaches. */
export async function selectItems(
  db: Db,
  reach: Reach,
  filter: UsersQuery,
  page: Pick<Page, 'size' | 'offset'>,
): Promise<{ items: UserItem[]; total: number }> {
  const { rows, total } = await selectAccounts(db, reach, filter, page)
  const companies = await selectCompaniesOf(
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

function abilities(by: Administrator, account: AccountDetails, isSharedOne: boolean): UserDetails['can'] {
  const { actor } = by
  const mayAccess = !isSelf(by, account.id) && !isSharedOne && actor.impersonationId === null
  const isStaffReader = by.reach === 'any' && actor.impersonationId === null
  return {
    edit_person: !isSharedOne,
    edit_roles: mayAccess,
    block: mayAccess,
    impersonate: isStaffReader && account.is_active && isContractorUser(account.roles),
  }
}

/**
 * An account with its companies and limits.
 * @throws AppError `not_found` for whoever is out of reach
 */
export async function readAccount(db: Db, by: Administrator, id: number): Promise<UserDetails> {
  const [account, memberships, companies] = await Promise.all([
    selectAccount(db, by.reach, id),
    selectMemberships(db, id),
    selectCompaniesOf(db, by.reach, [id]),
  ])
  if (!account) throw userNotFound()
  return {
    ...presentItem(account, companies),
    memberships: memberships.filter((membership) => isWithin(by.reach, membership.contractor_id)),
    rights: account.rights,
    has_second_factor: account.has_second_factor,
    is_invited: account.is_invited,
    version: account.version,
    can: abilities(by, account, isShared(by.reach, memberships)),
  }
}
