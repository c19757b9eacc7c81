import { useMutation, useQueryClient } from '@tanstack/react-query'
import {
  assistedOrderRoutes,
  type AssistedOrder,
  type AssistedOrderLine,
} from '@artikul/contract/ordering/assisted-orders'
import type { CartLinePatch } from '@artikul/contract/ordering/cart'
import { messageOf } from '../../../../lib/api/api-error.ts'
import { call } from '../../../../lib/api/call.ts'
import { toast } from '../../../../ui/hints/toast.ts'
import { query } from '../../../../lib/api/query.ts'
import { useInvalidate, invalidate } from '../../../../lib/api/use-api-mutation.ts'

export const assistedOrderQuery = (id: number) => query(assistedOrderRoutes.get, { params: { id } }, { staleTime: 0 })

/** Refreshes assisted orders after one of them has ended and can no longer be read. */
export function useForgetDraft(id: number) {
  const queryClient = useQueryClient()
  return () => {
    queryClient.removeQueries({ queryKey: assistedOrderQuery(id).queryKey })
    return invalidate(queryClient, ['assisted-orders'])
  }
}

type LinePatch = Omit<CartLinePatch, 'selected' | 'version'>

/** Applies typed values optimistically and reverts them when the server refuses. */
export function useChangeDraftLine(draft: AssistedOrder) {
  const queryClient = useQueryClient()
  const { queryKey } = assistedOrderQuery(draft.id)
  return useMutation({
    mutationFn: ({ line, patch }: { line: AssistedOrderLine; patch: LinePatch }) =>
      call(assistedOrderRoutes.changeLine, { params: { id: line.id }, body: { ...patch, version: line.version } }),
    onMutate: async ({ line, patch }) => {
      await queryClient.cancelQueries({ queryKey })
      const before = queryClient.getQueryData(queryKey)
      if (before) {
        const lines = before.lines.map((one) => (one.id === line.id ? { ...one, ...patch } : one))
        queryClient.setQueryData(queryKey, { ...before, lines: lines as AssistedOrderLine[] })
      }
      return before
    },
    onSuccess: ({ message }) => {
      if (message) toast({ severity: 'warn', summary: 'Количество исправлено', detail: message, group: 'rounded' })
    },
    onError: (error, _change, before) => {
      if (before) queryClient.setQueryData(queryKey, before)
      toast({ severity: 'error', summary: 'Черновик не изменён', detail: messageOf(error) })
    },
    onSettled: useInvalidate('assisted-orders'),
  })
}
