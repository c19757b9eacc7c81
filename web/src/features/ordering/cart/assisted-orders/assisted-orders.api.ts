import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { PlaceOrder } from '@artikul/contract/ordering/orders/orders'
import {
  assistedOrderRoutes,
  type PlaceAssistedOrder,
  type AssistedOrder,
  type AssistedOrderLine,
  type AssistedOrderPrice,
} from '@artikul/contract/ordering/assisted-orders'
import type { CartLinePatch } from '@artikul/contract/ordering/cart'
import { messageOf } from '../../../../lib/api/api-error.ts'
import { call } from '../../../../lib/api/call.ts'
import { toast } from '../../../../ui/hints/toast.ts'

const params = (id: number) => ({ id: String(id) })

export const assistedOrderQuery = (id: number) =>
  queryOptions({
    queryKey: ['phone-draft', id],
    queryFn: ({ signal }) => call(assistedOrderRoutes.get, { params: params(id), signal }),
    staleTime: 0,
  })

/** Not cached: the preview of an order must be the server's current state. */
export const draftPreviewQuery = (id: number) =>
  queryOptions({
    queryKey: ['phone-draft-preview', id],
    queryFn: ({ signal }) => call(assistedOrderRoutes.preview, { params: params(id), signal }),
    staleTime: 0,
    gcTime: 0,
  })

export const renameDraft = (id: number, name: string) =>
  call(assistedOrderRoutes.rename, { params: params(id), body: { name } })
export const dropDraft = (id: number) => call(assistedOrderRoutes.drop, { params: params(id) })
export const setDraftPrice = (id: number, body: AssistedOrderPrice) =>
  call(assistedOrderRoutes.setPrice, { params: params(id), body })
export const sendDraft = (id: number, body: { name: string; message: string }, idempotencyKey: string) =>
  call(assistedOrderRoutes.send, { params: params(id), body, idempotencyKey })

/** Places the assisted order; the form has validated `confirmed_by`. */
export const placeDraft = (id: number, body: PlaceOrder, idempotencyKey: string) =>
  call(assistedOrderRoutes.place, { params: params(id), body: body as PlaceAssistedOrder, idempotencyKey })

/** Refreshes displayed assisted orders. */
export function useRefreshDrafts() {
  const queryClient = useQueryClient()
  return (id?: number) =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: ['assisted-orders'] }),
      ...(id === undefined ? [] : [queryClient.invalidateQueries({ queryKey: ['phone-draft', id] })]),
    ])
}

type LinePatch = Omit<CartLinePatch, 'selected' | 'version'>

/** Applies typed values optimistically and reverts them when the server refuses. */
export function useChangeDraftLine(draft: AssistedOrder) {
  const queryClient = useQueryClient()
  const refresh = useRefreshDrafts()
  const { queryKey } = assistedOrderQuery(draft.id)
  return useMutation({
    mutationFn: ({ line, patch }: { line: AssistedOrderLine; patch: LinePatch }) =>
      call(assistedOrderRoutes.changeLine, { params: params(line.id), body: { ...patch, version: line.version } }),
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
    onSettled: () => refresh(draft.id),
  })
}

export function useRemoveDraftLine(draftId: number) {
  const refresh = useRefreshDrafts()
  return useMutation({
    mutationFn: (id: number) => call(assistedOrderRoutes.removeLine, { params: params(id) }),
    onError: (error) => toast({ severity: 'error', summary: 'Черновик не изменён', detail: messageOf(error) }),
    onSettled: () => refresh(draftId),
  })
}
