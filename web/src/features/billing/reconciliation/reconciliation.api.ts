import {
  reconciliationRoutes as routes,
  type RequestedStatementLayout,
  type DifferenceOutcome,
} from '@artikul/contract/billing/reconciliation'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { messageOf } from '../../../lib/api/api-error.ts'
import { call } from '../../../lib/api/call.ts'
import { useSendOnce } from '../../../lib/api/use-idempotency-key.ts'
import { savedPageSize, type PageSize } from '../../../lib/page/page-size.ts'
import { RECONCILIATIONS } from '../../../lib/queries/reconciliations-query.ts'
import { toast } from '../../../ui/hints/toast.ts'

export interface DifferencesSearch {
  page?: number | undefined
  page_size?: PageSize | undefined
  /** State filter; undefined: open differences. */
  state?: 'closed' | undefined
}

const paramsOf = (id: number | string) => ({ id: String(id) })

export const reconciliationQuery = (id: string) =>
  queryOptions({
    queryKey: [RECONCILIATIONS, 'one', id],
    queryFn: ({ signal }) => call(routes.get, { params: paramsOf(id), signal }),
  })

export function differencesQuery(id: string, { page = 1, page_size = savedPageSize(), state }: DifferencesSearch) {
  const query = { page: String(page), page_size: `${page_size}`, state: state ?? 'open' } as const
  return queryOptions({
    queryKey: [RECONCILIATIONS, 'one', id, 'differences', query],
    queryFn: ({ signal }) => call(routes.differences, { params: paramsOf(id), query, signal }),
    placeholderData: keepPreviousData,
  })
}

export const differenceMessagesQuery = (differenceId: number) =>
  queryOptions({
    queryKey: [RECONCILIATIONS, 'talk', differenceId],
    queryFn: ({ signal }) => call(routes.messages, { params: paramsOf(differenceId), signal }),
  })

export const differencesFile = (id: string) => call(routes.file, { params: paramsOf(id) })

function useRefresh() {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: [RECONCILIATIONS] })
}

const toastRefusal = (error: unknown) => toast({ severity: 'error', summary: 'Не сохранено', detail: messageOf(error) })

export function useSaveLayout(id: number) {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (body: RequestedStatementLayout) => call(routes.setLayout, { params: paramsOf(id), body }),
    onSuccess: refresh,
  })
}

export function useReconcileAgain(id: number) {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: () => call(routes.match, { params: paramsOf(id) }),
    onSuccess: () => toast({ severity: 'success', summary: 'Сверено заново' }),
    onError: toastRefusal,
    onSettled: refresh,
  })
}

export function useRemove(id: number, onRemoved: () => void) {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: () => call(routes.remove, { params: paramsOf(id) }),
    onSuccess: () => {
      onRemoved()
      void refresh()
    },
    onError: toastRefusal,
  })
}

export function usePostDifferenceMessage(differenceId: number) {
  const sendOnce = useSendOnce()
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (body: { text: string }) =>
      sendOnce(body, (idempotencyKey) =>
        call(routes.postMessage, { params: paramsOf(differenceId), body, idempotencyKey }),
      ),
    onSettled: refresh,
  })
}

export function useClose(differenceId: number, onClosed: () => void) {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (body: { version: number; outcome: Exclude<DifferenceOutcome, 'agreed'> }) =>
      call(routes.close, { params: paramsOf(differenceId), body }),
    onSuccess: onClosed,
    onError: toastRefusal,
    onSettled: refresh,
  })
}
