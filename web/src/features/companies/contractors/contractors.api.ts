import { accountRoutes, unlimited } from '@artikul/contract/identity/accounts'
import { consigneeRoutes } from '@artikul/contract/companies/consignees'
import type { ContractorStatus } from '@artikul/contract/companies/contractor-status'
import { contractorRoutes, type ContractorPatch } from '@artikul/contract/companies/contractors'
import { deliveryRoutes } from '@artikul/contract/pricing/delivery'
import type { Input } from '@artikul/contract/core/route'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api/call.ts'
import { companyOf, type CompanyDraft } from '../../../lib/queries/company-draft.ts'
import { savedPageSize, type PageSize } from '../../../lib/page/page-size.ts'
import { omitUndefined } from '@artikul/contract/core/omit-undefined'
import type { CONTRACTOR_TABS } from './contractors-address.ts'
export type ContractorTab = (typeof CONTRACTOR_TABS)[number]

export interface ContractorsSearch {
  page?: number | undefined
  page_size?: PageSize | undefined
  q?: string | undefined
  status?: ContractorStatus | undefined
  stopped?: 'true' | undefined
  manager_id?: number | undefined
  phone?: string | undefined
}

export interface PageSearch {
  page?: number | undefined
  page_size?: PageSize | undefined
}

const pageOf = ({ page = 1, page_size = savedPageSize() }: PageSearch) =>
  ({ page: String(page), page_size: `${page_size}` }) as const

export const contractorsQuery = (search: ContractorsSearch) => {
  const { q, status, stopped, manager_id, phone } = search
  const query = {
    ...pageOf(search),
    ...omitUndefined({ q, status, stopped, manager_id: manager_id?.toString(), phone }),
  }
  return queryOptions({
    queryKey: ['contractors', 'list', query],
    queryFn: ({ signal }) => call(contractorRoutes.list, { query, signal }),
    placeholderData: keepPreviousData,
  })
}

/** Managers, price groups and sellers to choose from. */
export const optionsQuery = queryOptions({
  queryKey: ['contractors', 'options'],
  queryFn: ({ signal }) => call(contractorRoutes.options, { signal }),
  staleTime: 5 * 60_000,
})

const paramsOf = (id: number | string) => ({ id: String(id) })

/** Details of a company; its first two key parts refresh all queries of the company. */
export const contractorQuery = (id: number | string) =>
  queryOptions({
    queryKey: ['contractor', String(id), 'card'],
    queryFn: ({ signal }) => call(contractorRoutes.get, { params: paramsOf(id), signal }),
    // A form must start from the currently stored data.
    staleTime: 0,
  })

export const companyHistoryQuery = (id: number, search: PageSearch) =>
  queryOptions({
    queryKey: ['contractor', String(id), 'history', pageOf(search)],
    queryFn: ({ signal }) => call(contractorRoutes.history, { params: paramsOf(id), query: pageOf(search), signal }),
    placeholderData: keepPreviousData,
  })

export const consentsQuery = (id: number) =>
  queryOptions({
    queryKey: ['contractor', String(id), 'consents'],
    queryFn: async ({ signal }) => (await call(contractorRoutes.consents, { params: paramsOf(id), signal })).results,
  })

export const contractBalancesQuery = (id: number) =>
  queryOptions({
    queryKey: ['contractor', String(id), 'standings'],
    queryFn: async ({ signal }) => (await call(contractorRoutes.standings, { params: paramsOf(id), signal })).results,
  })

export const consigneesOfQuery = (id: number, search: PageSearch) =>
  queryOptions({
    queryKey: ['contractor', String(id), 'consignees', pageOf(search)],
    queryFn: ({ signal }) => call(contractorRoutes.consignees, { params: paramsOf(id), query: pageOf(search), signal }),
    placeholderData: keepPreviousData,
  })

export const contractorZonesQuery = queryOptions({
  queryKey: ['zones'],
  queryFn: async ({ signal }) => (await call(deliveryRoutes.zones, { signal })).results,
})

export const setZone = (consignee: { id: number; version: number }, zone_id: number | null) =>
  call(consigneeRoutes.setZone, { params: paramsOf(consignee.id), body: { version: consignee.version, zone_id } })

export const peopleQuery = (staff: boolean, id: number, search: PageSearch) => {
  const query = { ...pageOf(search), contractor_id: String(id) }
  return queryOptions({
    queryKey: ['contractor', String(id), 'people', staff, query],
    queryFn: ({ signal }) => call(staff ? accountRoutes.users : accountRoutes.employees, { query, signal }),
    placeholderData: keepPreviousData,
  })
}

/** Invites the first user of a company that a manager has created. */
export const inviteAdmin = (id: number, person: { full_name: string; email: string; phone: string | null }) =>
  call(accountRoutes.create, { body: { ...person, roles: ['CONTRACTOR_ADMIN'], memberships: [unlimited(id)] } })

export const createContractor = (company: CompanyDraft, manager_id: number | null, price_group_id: number) =>
  call(contractorRoutes.create, { body: { ...companyOf(company), manager_id, price_group_id } })

export const changeContractorCard = (id: number, body: Input<typeof ContractorPatch>) =>
  call(contractorRoutes.update, { params: paramsOf(id), body })

type Body<R extends 'approve' | 'join'> = Input<(typeof contractorRoutes)[R]['body']>

export const approve = (id: number, body: Body<'approve'>) =>
  call(contractorRoutes.approve, { params: paramsOf(id), body })

export const decline = (id: number, version: number, reason: string) =>
  call(contractorRoutes.decline, { params: paramsOf(id), body: { version, reason } })

export const join = (id: number, body: Body<'join'>) => call(contractorRoutes.join, { params: paramsOf(id), body })

export const reapply = (id: number, version: number) =>
  call(contractorRoutes.reapply, { params: paramsOf(id), body: { version } })
