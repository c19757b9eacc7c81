import { decisionRoutes, type Answer, type ChangeLine } from '@artikul/contract/decisions'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { messageOf } from '../../lib/api-error.ts'
import { call } from '../../lib/call.ts'
import { toast } from '../../ui/toast.ts'

/** What waits for the person's word. */
export const decisionsQuery = queryOptions({
  queryKey: ['decisions'],
  queryFn: ({ signal }) => call(decisionRoutes.list, { signal }),
})

/** It is asked by a body: the secret stands in no address of ours. */
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

/** All that shows an order or a question about it is read anew, also after a refusal: somebody else was first. */
function useRefresh() {
  const queryClient = useQueryClient()
  return async (orderId: number) => {
    await Promise.all(
      [['decisions'], ['order', String(orderId)], ['orders'], ['order-lines']].map((queryKey) =>
        queryClient.invalidateQueries({ queryKey }),
      ),
    )
  }
}

/** One act of a question: its refusal is told, and the page shows what has become of it. */
export function useDecisionAct<T>(orderId: number, done: string, act: (given: T) => Promise<unknown>) {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: act,
    onSuccess: () => toast({ severity: 'success', summary: done }),
    onError: (error) => toast({ severity: 'error', summary: messageOf(error) }),
    onSettled: () => refresh(orderId),
  })
}

export const answerDecision = (id: number, answer: Answer) =>
  call(decisionRoutes.answer, { params: { id: String(id) }, body: { answer } })

export const closeDecision = (id: number) => call(decisionRoutes.close, { params: { id: String(id) } })
