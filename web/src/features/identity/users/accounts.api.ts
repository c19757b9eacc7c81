import { accountRoutes, type UserDetails } from '@artikul/contract/identity/accounts'
import { contractorRoutes } from '@artikul/contract/companies/contractors'
import { personalDataRoutes } from '@artikul/contract/identity/personal-data'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api/call.ts'
import { savedPageSize, type PageSize } from '../../../lib/page/page-size.ts'
import { omitUndefined } from '@artikul/contract/core/omit-undefined'
import { employeePatch, userPatch, type AccountDraft, newUser } from './account-draft.ts'

export interface AccountsSearch {
  page?: number | undefined
  page_size?: PageSize | undefined
  inn?: string | undefined
  username?: string | undefined
  contractor_id?: number | undefined
}

const filtersOf = ({ inn, username, contractor_id }: AccountsSearch) =>
  omitUndefined({ inn, username, contractor_id: contractor_id?.toString() })

/**
 * Lists all users for staff, or employees of their companies for a client admin; the two routes have the same shape.
 */
export const accountsQuery = (staff: boolean, search: AccountsSearch) => {
  const { page = 1, page_size = savedPageSize() } = search
  const query = { page: String(page), page_size: `${page_size}` as const, ...filtersOf(search) }
  return queryOptions({
    queryKey: ['accounts', staff, query],
    queryFn: ({ signal }) => call(staff ? accountRoutes.users : accountRoutes.employees, { query, signal }),
    placeholderData: keepPreviousData,
  })
}

export const accountQuery = (staff: boolean, id: number) =>
  queryOptions({
    queryKey: ['account', staff, id],
    queryFn: ({ signal }) =>
      call(staff ? accountRoutes.user : accountRoutes.employee, { params: { user_id: String(id) }, signal }),
    // A form must start from the currently stored data.
    staleTime: 0,
  })

export const exportAccounts = (staff: boolean, search: AccountsSearch) =>
  call(staff ? accountRoutes.exportUsers : accountRoutes.exportEmployees, { query: filtersOf(search) })

export const createAccount = (draft: AccountDraft) => call(accountRoutes.create, { body: newUser(draft) })

export const changeAccount = (staff: boolean, details: UserDetails, draft: AccountDraft) => {
  const params = { user_id: String(details.id) }
  return staff
    ? call(accountRoutes.changeUser, { params, body: userPatch(details, draft) })
    : call(accountRoutes.changeEmployee, { params, body: employeePatch(details, draft) })
}

export const setAccountActive = (staff: boolean, { id, version }: UserDetails, is_active: boolean) =>
  call(staff ? accountRoutes.changeUser : accountRoutes.changeEmployee, {
    params: { user_id: String(id) },
    body: { version, is_active },
  })

/** Removes the person from every company that the user administers, which invalidates the invitation. */
export const revokeInvitation = (staff: boolean, { id, version }: UserDetails) =>
  call(staff ? accountRoutes.changeUser : accountRoutes.changeEmployee, {
    params: { user_id: String(id) },
    body: { version, memberships: [] },
  })

export const sendPasswordLink = (staff: boolean, id: number) =>
  call(staff ? accountRoutes.resetUserPassword : accountRoutes.resetEmployeePassword, {
    params: { user_id: String(id) },
  })

export const resetSecondFactor = (id: number) =>
  call(accountRoutes.removeSecondFactor, { params: { user_id: String(id) } })

export const downloadPersonalData = (id: number) => call(personalDataRoutes.ofUser, { params: { user_id: String(id) } })

export const erasePerson = ({ id, version }: UserDetails) =>
  call(personalDataRoutes.erase, { params: { user_id: String(id) }, body: { version } })

/** Finds companies by a part of the name or the beginning of ИНН, for a manager's choice; the first fifty. */
export const companiesQuery = (words: string) =>
  queryOptions({
    queryKey: ['contractors', 'search', words],
    queryFn: async ({ signal }) => (await call(contractorRoutes.list, { query: { q: words }, signal })).results,
    staleTime: 60_000,
    placeholderData: keepPreviousData,
  })
