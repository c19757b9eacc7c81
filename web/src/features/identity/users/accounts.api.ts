import { accountRoutes } from '@artikul/contract/identity/accounts'
import { query, pageQuery } from '../../../lib/api/query.ts'
import type { PageSearch } from '../../../lib/page/page-size.ts'
import type { KeyPrefix } from '../../../lib/api/key-prefix.ts'

export interface AccountsSearch extends PageSearch {
  inn?: string | undefined
  username?: string | undefined
  contractor_id?: number | undefined
}

/**
 * Lists all users for staff, or employees of their companies for a client admin; the two routes have the same shape.
 */
export const accountsQuery = (staff: boolean, { page, page_size, inn, username, contractor_id }: AccountsSearch) =>
  pageQuery(staff ? accountRoutes.users : accountRoutes.employees, {
    query: { page, page_size, inn, username, contractor_id },
  })

/** Details of a person; a form must start from the currently stored data. */
export const accountQuery = (staff: boolean, id: number) =>
  query(staff ? accountRoutes.user : accountRoutes.employee, { params: { user_id: id } }, { staleTime: 0 })

export const ACCOUNT_KEYS: readonly KeyPrefix[] = ['manager/user/admin/user', 'user/admin/user']
