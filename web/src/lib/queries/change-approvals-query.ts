import { decisionRoutes } from '@artikul/contract/ordering/orders/change-approvals'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'

/** What waits for the person's word: the home page is drawn when it is known. */
export const decisionsQuery = queryOptions({
  queryKey: ['decisions'],
  queryFn: ({ signal }) => call(decisionRoutes.list, { signal }),
})
