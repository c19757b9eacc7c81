import { assistedOrderRoutes } from '@artikul/contract/ordering/assisted-orders'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'

export const PHONE_DRAFTS_KEY = 'assisted-orders'

/** Open assisted orders visible to the manager, optionally of one company. */
export const assistedOrdersQuery = (contractorId?: number) =>
  queryOptions({
    queryKey: [PHONE_DRAFTS_KEY, contractorId ?? null],
    queryFn: ({ signal }) =>
      call(assistedOrderRoutes.list, {
        query: contractorId === undefined ? {} : { contractor_id: String(contractorId) },
        signal,
      }),
    // A colleague may have placed one meanwhile.
    staleTime: 0,
  })
