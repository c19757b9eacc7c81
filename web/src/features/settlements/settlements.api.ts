import type { DocumentKind } from '@artikul/contract/documents'
import { given } from '@artikul/contract/given'
import { settlementRoutes as routes } from '@artikul/contract/settlements'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { todayIso } from '../../lib/format.ts'
import { savedPageSize, type PageSize } from '../../lib/page-size.ts'

const ALL = 'settlements'

export interface FinancesSearch {
  page?: number | undefined
  page_size?: PageSize | undefined
  contract?: number | undefined
  from?: string | undefined
  to?: string | undefined
  /** Which part of the page; none: the settlements themselves. */
  tab?: 'documents' | undefined
  kind?: DocumentKind | undefined
  q?: string | undefined
}

export interface FinancesProps {
  search: FinancesSearch
  onChange: (next: FinancesSearch) => void
}

const MONTHS_SHOWN = 3

/** This month and the two before it, unless days are chosen. */
export function periodOf({ from, to }: FinancesSearch, today = todayIso()) {
  const until = to ?? today
  const start = new Date(until)
  start.setUTCMonth(start.getUTCMonth() - MONTHS_SHOWN + 1, 1)
  return { from: from ?? start.toISOString().slice(0, 10), to: until }
}

const contractOf = ({ contract }: FinancesSearch) => given({ contract_id: contract?.toString() })

export const contractsQuery = queryOptions({
  queryKey: [ALL, 'contracts'],
  queryFn: async ({ signal }) => (await call(routes.contracts, { signal })).results,
})

export const unpaidQuery = (search: FinancesSearch) => {
  const query = contractOf(search)
  return queryOptions({
    queryKey: [ALL, 'unpaid', query],
    queryFn: ({ signal }) => call(routes.unpaid, { query, signal }),
    placeholderData: keepPreviousData,
  })
}

export const unpaidInvoicesQuery = (search: FinancesSearch) => {
  const query = contractOf(search)
  return queryOptions({
    queryKey: [ALL, 'invoices', query],
    queryFn: ({ signal }) => call(routes.invoices, { query, signal }),
    placeholderData: keepPreviousData,
  })
}

export const movementsQuery = (search: FinancesSearch) => {
  const { page = 1, page_size = savedPageSize() } = search
  const query = {
    page: String(page),
    page_size: `${page_size}`,
    ...contractOf(search),
    ...periodOf(search),
  } as const
  return queryOptions({
    queryKey: [ALL, 'movements', query],
    queryFn: ({ signal }) => call(routes.movements, { query, signal }),
    placeholderData: keepPreviousData,
  })
}

const statementOf = (contractId: number, search: FinancesSearch) => ({
  contract_id: String(contractId),
  ...periodOf(search),
})
export const statementPdf = (contractId: number, search: FinancesSearch) =>
  call(routes.statementPdf, { query: statementOf(contractId, search) })
export const statementXlsx = (contractId: number, search: FinancesSearch) =>
  call(routes.statementXlsx, { query: statementOf(contractId, search) })
