import type { DocumentKind } from '@artikul/contract/billing/document-kinds'
import { BACKWARDS, daysOf, inOrder } from '@artikul/contract/core/period'
import {
  MAX_SPEND_DAYS,
  settlementRoutes,
  SPEND_TOO_LONG,
  type PayableShipment,
} from '@artikul/contract/billing/settlements'
import { keepPreviousData } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { todayIso } from '../../../lib/text/format.ts'
import type { PageSearch } from '../../../lib/page/page-size.ts'
import { query, pageQuery } from '../../../lib/api/query.ts'

export interface FinancesSearch extends PageSearch {
  contract?: number | undefined
  from?: string | undefined
  to?: string | undefined
  /** Tab of the page; undefined: the settlements. */
  tab?: 'documents' | 'month' | 'spend' | 'reconciliations' | undefined
  kind?: DocumentKind | undefined
  q?: string | undefined
}

export interface FinancesProps {
  search: FinancesSearch
  onChange: (next: FinancesSearch) => void
}

/** Bar that pays selected shipments by one invoice; it belongs to the feature of invoices. */
export type PayShipments = ComponentType<{ selected: readonly PayableShipment[]; onClear: () => void }>

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

const scopeOf = (search: FinancesSearch, months: number) => ({
  contract_id: search.contract,
  ...monthsBefore(search, months, todayIso()),
})

export const settledContractsQuery = query(settlementRoutes.contracts, {}, { select: ({ results }) => results })

export const unpaidQuery = ({ contract }: FinancesSearch) =>
  query(settlementRoutes.unpaid, { query: { contract_id: contract } }, { placeholderData: keepPreviousData })

export const unpaidInvoicesQuery = ({ contract }: FinancesSearch) =>
  query(settlementRoutes.invoices, { query: { contract_id: contract } }, { placeholderData: keepPreviousData })

export const movementsQuery = (search: FinancesSearch) => {
  const { page, page_size } = search
  return pageQuery(settlementRoutes.movements, { query: { page, page_size, ...scopeOf(search, MONTHS_MOVED) } })
}

export const spendQuery = (search: FinancesSearch) =>
  query(settlementRoutes.spend, { query: scopeOf(search, MONTHS_SPENT) }, { placeholderData: keepPreviousData })

/** Month to close: that of the first day in the address, otherwise the previous one. */
export function monthOf({ from }: FinancesSearch, today = todayIso()): string {
  if (from) return from.slice(0, 7)
  const last = new Date(`${today.slice(0, 7)}-01T00:00:00Z`)
  last.setUTCDate(0)
  return last.toISOString().slice(0, 7)
}

export const monthQuery = (search: FinancesSearch) =>
  query(
    settlementRoutes.month,
    { query: { month: monthOf(search), contract_id: search.contract } },
    { placeholderData: keepPreviousData },
  )

/** Earlier months shown on the home page in addition to the current one. */
const MONTHS_AT_HOME = 5

/** Spending of the last months, by month. */
export const spendMonthsQuery = () =>
  query(settlementRoutes.spendMonths, { query: monthsBefore({}, MONTHS_AT_HOME, todayIso()) })
