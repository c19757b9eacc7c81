import type { OdataStored } from '@artikul/contract/integrations/one-c-odata'
import { oneCRoutes } from '@artikul/contract/integrations/one-c'
import type { PageSearch } from '../../../lib/page/page-size.ts'
import { query } from '../../../lib/api/query.ts'

export type NodeView = 'mapping' | 'goods' | 'documents' | 'orders' | 'sessions' | 'reading' | 'objects'

/** Address parameters of the section. */
export interface OneCSearch extends PageSearch {
  node_id?: number | undefined
  view?: NodeView | undefined
  /** Kind of objects read over OData. */
  object_kind?: OdataStored | undefined
  q?: string | undefined
  /** Shows only what waits: unmatched goods, documents that wait, unconfirmed orders. */
  waiting?: true | undefined
}

export interface OneCProps {
  search: OneCSearch
  onChange: (next: OneCSearch) => void
}

/** Interval at which the figures of the exchange are read again. */
const REFRESH_MS = 5000

/** Settings of queries whose answer changes by itself. */
export const LIVE = { refetchInterval: REFRESH_MS } as const

export const nodesQuery = query(oneCRoutes.list, {}, LIVE)

/** Everything that a change of a node may alter. */
export const ONE_C_KEYS = ['one-c'] as const
