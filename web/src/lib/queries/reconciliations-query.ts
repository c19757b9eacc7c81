import { reconciliationRoutes } from '@artikul/contract/billing/reconciliation'
import type { PageSearch } from '../page/page-size.ts'
import { pageQuery } from '../api/query.ts'
import type { KeyPrefix } from '../api/key-prefix.ts'

/** Refreshed after a change of a reconciliation. */
export const RECONCILIATION_KEYS: readonly KeyPrefix[] = ['reconciliations', 'reconciliation-differences']

export interface ReconciliationsSearch extends PageSearch {
  contract?: number | undefined
  /** Limits the list to reconciliations with open differences, or without. */
  state?: 'open' | 'closed' | undefined
}

export const reconciliationsQuery = ({ page, page_size, contract, state }: ReconciliationsSearch) =>
  pageQuery(reconciliationRoutes.list, { query: { page, page_size, contract_id: contract, state } })
