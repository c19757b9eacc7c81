import { changeApprovalRoutes, type Answer, type ChangeLine } from '@artikul/contract/ordering/orders/change-approvals'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../../lib/api/call.ts'

/** The secret is sent in the body, so that it is not part of an address. */
export const approvalLinkQuery = (token: string) =>
  queryOptions({
    queryKey: ['decision-link', token],
    queryFn: ({ signal }) => call(changeApprovalRoutes.readLink, { body: { token }, signal }),
    retry: false,
  })

export const answerByLink = (token: string, answer: Answer) =>
  call(changeApprovalRoutes.answerLink, { body: { token, answer } })

export const changeLine = (lineId: number, body: ChangeLine, idempotencyKey: string) =>
  call(changeApprovalRoutes.change, { params: { id: String(lineId) }, body, idempotencyKey })

export const answerChangeApproval = (id: number, answer: Answer) =>
  call(changeApprovalRoutes.answer, { params: { id: String(id) }, body: { answer } })

export const closeChangeApproval = (id: number) => call(changeApprovalRoutes.close, { params: { id: String(id) } })
