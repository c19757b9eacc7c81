import { useMutation, useQueryClient } from '@tanstack/react-query'
import { messageOf } from '../../../lib/api/api-error.ts'
import { toast } from '../../../ui/hints/toast.ts'

/**
 * Reads anew all that shows an order or a question about it; after a refusal too: somebody else was first.
 * @param beside names of what the act changes elsewhere
 */
export function useOrderRefresh(orderId: number, beside: readonly string[] = []) {
  const queryClient = useQueryClient()
  const ofOrder = ['order', 'order-invoice'].map((name) => [name, String(orderId)])
  const ofAll = ['orders', 'order-lines', 'decisions', ...beside].map((name) => [name])
  return () => Promise.all([...ofOrder, ...ofAll].map((queryKey) => queryClient.invalidateQueries({ queryKey })))
}

/** One act about an order: its refusal is told, and the page shows what has become of it. */
export function useOrderAct<T>(orderId: number, done: string, act: (given: T) => Promise<unknown>) {
  const refresh = useOrderRefresh(orderId)
  return useMutation({
    mutationFn: act,
    onSuccess: () => toast({ severity: 'success', summary: done }),
    onError: (error) => toast({ severity: 'error', summary: messageOf(error) }),
    onSettled: refresh,
  })
}
