import { callRoutes, type CallReason } from '@artikul/contract/workspace/calls'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { messageOf } from '../../../lib/api/api-error.ts'
import { call } from '../../../lib/api/call.ts'
import { useSendOnce } from '../../../lib/api/use-idempotency-key.ts'
import { toast } from '../../../ui/hints/toast.ts'

const paramsOf = (orderId: number) => ({ id: String(orderId) })

/** Nested under the order's key, so that every event of the order refreshes it. */
export const callsOfOrderQuery = (orderId: number) =>
  queryOptions({
    queryKey: ['order', String(orderId), 'calls'],
    queryFn: ({ signal }) => call(callRoutes.ofOrder, { params: paramsOf(orderId), signal }),
  })

export function useRecordCall(orderId: number) {
  const queryClient = useQueryClient()
  const sendOnce = useSendOnce()
  return useMutation({
    mutationFn: (body: { reason: CallReason; line_id: number | null }) =>
      sendOnce(body, (idempotencyKey) => call(callRoutes.record, { params: paramsOf(orderId), body, idempotencyKey })),
    onSuccess: () => toast({ severity: 'success', summary: 'Звонок записан' }),
    onError: (error) => toast({ severity: 'error', summary: 'Звонок не записан', detail: messageOf(error) }),
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: callsOfOrderQuery(orderId).queryKey }),
        queryClient.invalidateQueries({ queryKey: ['calls-report'] }),
      ]),
  })
}
