import { useMutation, useQueryClient } from '@tanstack/react-query'
import { messageOf } from '../../../lib/api/api-error.ts'
import { toast } from '../../../ui/hints/toast.ts'

/**
 * Refetches all queries that show the order or its approvals; after a refusal too, because another user may have acted
 * first.
 * @param beside further query keys that the action affects
 */
export function useOrderRefresh(orderId: number, beside: readonly string[] = []) {
  const queryClient = useQueryClient()
  const ofOrder = ['order', 'order-invoice'].map((name) => [name, String(orderId)])
  const ofAll = ['orders', 'order-lines', 'change-approvals', ...beside].map((name) => [name])
  return () => Promise.all([...ofOrder, ...ofAll].map((queryKey) => queryClient.invalidateQueries({ queryKey })))
}

/** Performs an action on an order, shows an error and refreshes the page. */
export function useOrderAct<T>(orderId: number, done: string, act: (input: T) => Promise<unknown>) {
  const refresh = useOrderRefresh(orderId)
  return useMutation({
    mutationFn: act,
    onSuccess: () => toast({ severity: 'success', summary: done }),
    onError: (error) => toast({ severity: 'error', summary: messageOf(error) }),
    onSettled: refresh,
  })
}
