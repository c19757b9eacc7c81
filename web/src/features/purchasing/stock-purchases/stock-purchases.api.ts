import {
  stockPurchaseRoutes,
  type ProposalShow,
  type PurchaseProposal,
} from '@artikul/contract/purchasing/stock-purchases'
import type { KeyPrefix } from '../../../lib/api/key-prefix.ts'
import { pageQuery, query } from '../../../lib/api/query.ts'
import type { PageSearch } from '../../../lib/page/page-size.ts'

export interface ProposalsSearch extends PageSearch {
  supply_route_id?: number | undefined
  warehouse_id?: number | undefined
  brand_id?: number | undefined
  q?: string | undefined
  show?: ProposalShow | undefined
}

export interface ProposalsProps {
  search: ProposalsSearch
  onChange: (next: ProposalsSearch) => void
}

export const proposalsQuery = (search: ProposalsSearch) => pageQuery(stockPurchaseRoutes.list, { query: search })
export const choicesQuery = query(stockPurchaseRoutes.choices, {})
export const settingsQuery = query(stockPurchaseRoutes.settings, {})

export const PROPOSAL_KEYS: readonly KeyPrefix[] = ['purchase-proposals', 'supplier-orders']

export const proposalId = ({ product, warehouse }: PurchaseProposal) => `${product.id}-${warehouse.id}`
