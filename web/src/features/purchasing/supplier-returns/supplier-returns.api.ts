import { supplierReturnRoutes, type SupplierReturnState } from '@artikul/contract/purchasing/supplier-returns'
import type { KeyPrefix } from '../../../lib/api/key-prefix.ts'
import { pageQuery, query } from '../../../lib/api/query.ts'
import type { PageSearch } from '../../../lib/page/page-size.ts'
import type { Tone } from '../../../ui/text/tag.tsx'

export interface ReturnsSearch extends PageSearch {
  state?: SupplierReturnState | undefined
  supply_route_id?: number | undefined
  q?: string | undefined
}

export const returnsQuery = (search: ReturnsSearch) => pageQuery(supplierReturnRoutes.list, { query: search })
export const returnQuery = (id: string) => query(supplierReturnRoutes.get, { params: { id } })
export const returnSourcesQuery = query(supplierReturnRoutes.sources, {}, { select: ({ results }) => results })

export const RETURN_KEYS: readonly KeyPrefix[] = ['supplier-returns', 'claims']

export const RETURN_TONES: Record<SupplierReturnState, Tone> = {
  draft: 'neutral',
  sent: 'warn',
  accepted: 'info',
  refused: 'accent',
  goods_sent: 'info',
  credited: 'success',
  replaced: 'success',
}
