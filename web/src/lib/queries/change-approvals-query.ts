import { decisionRoutes } from '@artikul/contract/ordering/orders/change-approvals'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'

/** Open change approvals; the home page waits for them. */
export const decisionsQuery = queryOptions({
  queryKey: ['change-approvals'],
  queryFn: ({ signal }) => call(decisionRoutes.list, { signal }),
})
