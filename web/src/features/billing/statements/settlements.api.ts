import type { DocumentKind } from '@artikul/contract/billing/document-kinds'
import { omitUndefined } from '@artikul/contract/core/omit-undefined'
import { BACKWARDS, daysOf, inOrder } from '@artikul/contract/core/period'
import { MAX_SPEND_DAYS, settlementRoutes as routes, SPEND_TOO_LONG } from '@artikul/contract/billing/settlements'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api/call.ts'
import { todayIso } from '../../../lib/text/format.ts'
import { savedPageSize, type PageSize } from '../../../lib/page/page-size.ts'

const ALL = 'settlements'

export interface FinancesSearch {
  page?: number | undefined
  page_size?: PageSize | undefined
  contract?: number | undefined
  from?: string | undefined
  to?: string | undefined
  /** Tab of the page; undefined: the settlements. */
  tab?: 'documents' | 'spend' | 'reconciliations' | undefined
  kind?: DocumentKind | undefined
  q?: string | undefined
}

export interface FinancesProps {
  search: FinancesSearch
  onChange: (next: FinancesSearch) => void
}

/** Earlier months shown by default for movements and for spending. */
const MONTHS_MOVED = 2
const MONTHS_SPENT = 11

/** Returns the chosen days, or this month and the given number of earlier months. */
function monthsBefore({ from, to }: FinancesSearch, months: number, today: string) {
  const until = to ?? today
  const start = new Date(until)
  start.setUTCMonth(start.getUTCMonth() - months, 1)
  return { from: from ?? start.toISOString().slice(0, 10), to: until }
}

export const periodOf = (search: FinancesSearch, today = todayIso()) => monthsBefore(search, MONTHS_MOVED, today)
export const spendPeriodOf = (search: FinancesSearch, today = todayIso()) => monthsBefore(search, MONTHS_SPENT, today)

/** Returns the problem of a spending period from the address; `null` when valid. */
export function faultOfSpend(period: { from: string; to: string }): string | null {
  if (!inOrder(period)) return BACKWARDS.error
  return daysOf(period) > MAX_SPEND_DAYS ? SPEND_TOO_LONG : null
}

const contractOf = ({ contract }: FinancesSearch) => omitUndefined({ contract_id: contract?.toString() })

export const settledContractsQuery = queryOptions({
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

export const spendQuery = (search: FinancesSearch) => {
  const query = { ...contractOf(search), ...spendPeriodOf(search) }
  return queryOptions({
    queryKey: [ALL, 'spend', query],
    queryFn: ({ signal }) => call(routes.spend, { query, signal }),
    placeholderData: keepPreviousData,
  })
}

/** Earlier months shown on the home page in addition to the current one. */
const MONTHS_AT_HOME = 5

/** Spending of the last months, by month. */
export function spendMonthsQuery(today = todayIso()) {
  const query = monthsBefore({}, MONTHS_AT_HOME, today)
  return queryOptions({
    queryKey: [ALL, 'spend-months', query],
    queryFn: ({ signal }) => call(routes.spendMonths, { query, signal }),
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
