import { orderRoutes, type MoveLines } from '@artikul/contract/ordering/orders/orders'
import { useApiMutation, useInvalidate } from '../../../../lib/api/use-api-mutation.ts'
import { toastRefusal } from '../../../../ui/hints/toast.ts'
import { ORDER_KEYS } from '../order-acts.ts'
import { toastMoved } from './toast-moved.ts'

type Moves = MoveLines['moves']

/** Moves parts of an order's lines as a manager, in one press. */
export function useMoveLines(orderId: number) {
  const refresh = useInvalidate(...ORDER_KEYS)
  const { mutateAsync, isPending } = useApiMutation(orderRoutes.move, {
    invalidates: ORDER_KEYS,
    onError: toastRefusal('Статус не изменён'),
  })
  return {
    isPending,
    move: (moves: Moves, done: string) => {
      // Awaited as a promise: the new state removes the pressed button.
      void mutateAsync({ params: { id: orderId }, body: { moves } }).then(
        () => toastMoved(done, 'staff', moves, refresh),
        () => undefined,
      )
    },
  }
}
