import { assistedOrderRoutes } from '@artikul/contract/ordering/assisted-orders'
import { query } from '../api/query.ts'

/** Open assisted orders visible to the manager, optionally of one company. */
export const assistedOrdersQuery = (contractorId?: number) =>
  // A colleague may have placed one meanwhile.
  query(assistedOrderRoutes.list, { query: { contractor_id: contractorId } }, { staleTime: 0 })
