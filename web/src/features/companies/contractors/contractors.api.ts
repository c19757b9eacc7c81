import { contractorRoutes } from '@artikul/contract/companies/contractors'
import type { ContractorStatus } from '@artikul/contract/companies/contractor-status'
import { query, pageQuery } from '../../../lib/api/query.ts'
import type { PageSearch } from '../../../lib/page/page-size.ts'
import type { KeyPrefix } from '../../../lib/api/key-prefix.ts'
import type { CONTRACTOR_TABS } from './contractors-address.ts'

export type ContractorTab = (typeof CONTRACTOR_TABS)[number]

export interface ContractorsSearch extends PageSearch {
  q?: string | undefined
  status?: ContractorStatus | undefined
  stopped?: 'true' | undefined
  manager_id?: number | undefined
  phone?: string | undefined
}

export const contractorsQuery = (search: ContractorsSearch) => {
  const { page, page_size, q, status, stopped, manager_id, phone } = search
  return pageQuery(contractorRoutes.list, { query: { page, page_size, q, status, stopped, manager_id, phone } })
}

/** Managers, price groups and sellers to choose from. */
export const optionsQuery = query(contractorRoutes.options, {}, { staleTime: 5 * 60_000 })

/** Details of a company; a form must start from the currently stored data. */
export const contractorQuery = (id: number | string) =>
  query(contractorRoutes.get, { params: { id } }, { staleTime: 0 })

export const contractBalancesQuery = (id: number) =>
  query(contractorRoutes.standings, { params: { id } }, { select: ({ results }) => results })

/** Companies with their people. */
export const CONTRACTOR_KEYS: readonly KeyPrefix[] = ['contractors', 'manager/user/admin/user', 'user/admin/user']
