import { changeApprovalRoutes } from '@artikul/contract/ordering/orders/change-approvals'
import { query } from '../api/query.ts'

/** Open change approvals; the home page waits for them. */
export const changeApprovalsQuery = query(changeApprovalRoutes.list, {})
