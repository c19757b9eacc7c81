import { changeApprovalRoutes } from '@artikul/contract/ordering/orders/change-approvals'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'

/** Open change approvals; the home page waits for them. */
export const changeApprovalsQuery = queryOptions({
  queryKey: ['change-approvals'],
  queryFn: ({ signal }) => call(changeApprovalRoutes.list, { signal }),
})
