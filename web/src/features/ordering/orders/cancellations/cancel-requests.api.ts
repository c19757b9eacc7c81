import { cancelRequestRoutes as routes, type NewCancelRequest } from '@artikul/contract/ordering/orders/cancel-requests'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../../../lib/api/call.ts'
import { useSendOnce } from '../../../../lib/api/use-idempotency-key.ts'
import { useOrderRefresh } from '../order-acts.ts'

/** «Запрос на отмену» of a line. */
export function useCreateCancelRequest(orderId: number, lineId: number) {
  const sendOnce = useSendOnce()
  return useMutation({
    mutationFn: (body: NewCancelRequest) =>
      sendOnce(body, (idempotencyKey) => call(routes.create, { params: { id: String(lineId) }, body, idempotencyKey })),
    onSettled: useOrderRefresh(orderId),
  })
}

const paramsOf = (id: number) => ({ id: String(id) })

export const withdrawRequest = (id: number) => call(routes.withdraw, { params: paramsOf(id) })
export const agreeToCancel = (id: number) => call(routes.agree, { params: paramsOf(id) })
export const declineToCancel = (id: number, reason: string) =>
  call(routes.decline, { params: paramsOf(id), body: { reason } })
