import { decisionRoutes, type Answer, type ChangeLine } from '@artikul/contract/ordering/orders/change-approvals'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../../lib/api/call.ts'

/** The secret is sent in the body, so that it is not part of an address. */
export const decisionLinkQuery = (token: string) =>
  queryOptions({
    queryKey: ['decision-link', token],
    queryFn: ({ signal }) => call(decisionRoutes.readLink, { body: { token }, signal }),
    retry: false,
  })

export const answerByLink = (token: string, answer: Answer) =>
  call(decisionRoutes.answerLink, { body: { token, answer } })

export const changeLine = (lineId: number, body: ChangeLine, idempotencyKey: string) =>
  call(decisionRoutes.change, { params: { id: String(lineId) }, body, idempotencyKey })

export const answerDecision = (id: number, answer: Answer) =>
  call(decisionRoutes.answer, { params: { id: String(id) }, body: { answer } })

export const closeDecision = (id: number) => call(decisionRoutes.close, { params: { id: String(id) } })
