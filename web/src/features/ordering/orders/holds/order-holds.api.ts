import {
  waitingOrderRoutes as routes,
  type NewOverrideRequest,
  type PlacePart,
} from '@artikul/contract/ordering/orders/held-orders'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../../../lib/api/call.ts'
import { useSendOnce } from '../../../../lib/api/use-idempotency-key.ts'
import { useOrderRefresh } from '../order-acts.ts'

const paramsOf = (orderId: number) => ({ id: String(orderId) })

export function usePrepay(orderId: number) {
  const sendOnce = useSendOnce()
  return useMutation({
    mutationFn: () =>
      sendOnce({}, (idempotencyKey) => call(routes.prepay, { params: paramsOf(orderId), idempotencyKey })),
    onSettled: useOrderRefresh(orderId),
  })
}

export function usePlacePart(orderId: number) {
  const sendOnce = useSendOnce()
  return useMutation({
    mutationFn: (body: PlacePart) =>
      sendOnce(body, (idempotencyKey) => call(routes.placePart, { params: paramsOf(orderId), body, idempotencyKey })),
    onSettled: useOrderRefresh(orderId),
  })
}

export function useRequestCreditHoldOverride(orderId: number) {
  const sendOnce = useSendOnce()
  return useMutation({
    mutationFn: (body: NewOverrideRequest) =>
      sendOnce(body, (idempotencyKey) =>
        call(routes.askCreditHoldOverride, { params: paramsOf(orderId), body, idempotencyKey }),
      ),
    onSettled: useOrderRefresh(orderId),
  })
}
