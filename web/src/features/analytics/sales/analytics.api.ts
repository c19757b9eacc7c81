import {
  analyticsRoutes,
  type DemandKind,
  type SalesDimension,
  type StockChoice,
} from '@artikul/contract/analytics/sales'
import { keepPreviousData } from '@tanstack/react-query'
import { query } from '../../../lib/api/query.ts'
import { todayIso } from '../../../lib/text/format.ts'
import type { AnalyticsTab } from './analytics-address.ts'

export interface AnalyticsSearch {
  tab?: AnalyticsTab | undefined
  from?: string | undefined
  to?: string | undefined
  by?: SalesDimension | undefined
  kind?: DemandKind | undefined
  stock?: StockChoice | undefined
}

const USUAL_DAYS = 30

/** Returns the chosen period, by default the last 30 days. */
export function periodOf({ from, to = todayIso() }: AnalyticsSearch) {
  const first = new Date(Date.parse(to) - (USUAL_DAYS - 1) * 86_400_000).toISOString().slice(0, 10)
  return { from: from ?? first, to }
}

export const salesInput = (search: AnalyticsSearch) => ({ query: { ...periodOf(search), by: search.by ?? 'brand' } })

export const salesQuery = (search: AnalyticsSearch) =>
  query(analyticsRoutes.sales, salesInput(search), { placeholderData: keepPreviousData })

export const demandQuery = (search: AnalyticsSearch) =>
  query(
    analyticsRoutes.demand,
    { query: { ...periodOf(search), kind: search.kind ?? 'not_found' } },
    { placeholderData: keepPreviousData },
  )

export const serviceQuery = (search: AnalyticsSearch) =>
  query(analyticsRoutes.service, { query: periodOf(search) }, { placeholderData: keepPreviousData })

export const debtsQuery = query(analyticsRoutes.debts, {})

export const stockInput = ({ stock = 'dead' }: AnalyticsSearch) => ({ query: { choice: stock } })

export const stockQuery = (search: AnalyticsSearch) =>
  query(analyticsRoutes.stock, stockInput(search), { placeholderData: keepPreviousData })

export const fallingQuery = query(analyticsRoutes.fallingBuyers, {})
