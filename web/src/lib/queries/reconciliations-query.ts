import { omitUndefined } from '@artikul/contract/core/omit-undefined'
import { reconciliationRoutes as routes } from '@artikul/contract/billing/reconciliation'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { savedPageSize, type PageSize } from '../page/page-size.ts'

export const RECONCILIATIONS = 'reconciliations'

export interface ReconciliationsSearch {
  page?: number | undefined
  page_size?: PageSize | undefined
  contract?: number | undefined
  /** Limits the list to reconciliations with open differences, or without. */
  state?: 'open' | 'closed' | undefined
}

export function reconciliationsQuery({
  page = 1,
  page_size = savedPageSize(),
  contract,
  state,
}: ReconciliationsSearch) {
  const query = {
    page: String(page),
    page_size: `${page_size}`,
    ...omitUndefined({ contract_id: contract?.toString(), state }),
  } as const
  return queryOptions({
    queryKey: [RECONCILIATIONS, 'list', query],
    queryFn: ({ signal }) => call(routes.list, { query, signal }),
    placeholderData: keepPreviousData,
  })
}
