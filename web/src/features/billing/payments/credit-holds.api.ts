import { blockRoutes as routes, type Unblock } from '@artikul/contract/billing/credit-holds'
import { omitUndefined } from '@artikul/contract/core/omit-undefined'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/api/call.ts'
import { useSendOnce } from '../../../lib/api/use-idempotency-key.ts'
import { savedPageSize } from '../../../lib/page/page-size.ts'
import type { DeskSearch } from './payments.api.ts'

const ALL = 'credit-holds'

export const creditHoldsQuery = ({ page = 1, page_size = savedPageSize(), q, code, asked }: DeskSearch) => {
  const query = { page: String(page), page_size: `${page_size}`, ...omitUndefined({ q, code, asked }) } as const
  return queryOptions({
    queryKey: [ALL, query],
    queryFn: ({ signal }) => call(routes.list, { query, signal }),
    placeholderData: keepPreviousData,
  })
}

/** Refreshes after a refusal too, because another user may have acted first. */
function useRefresh() {
  const queryClient = useQueryClient()
  return () =>
    Promise.all([ALL, 'order', 'orders', 'shipments'].map((key) => queryClient.invalidateQueries({ queryKey: [key] })))
}

export function useUnblock(contractId: number) {
  const sendOnce = useSendOnce()
  return useMutation({
    mutationFn: (body: Unblock) =>
      sendOnce(body, (idempotencyKey) =>
        call(routes.unblock, { params: { id: String(contractId) }, body, idempotencyKey }),
      ),
    onSettled: useRefresh(),
  })
}

export const useLift = () =>
  useMutation({
    mutationFn: (id: number) => call(routes.lift, { params: { id: String(id) } }),
    onSettled: useRefresh(),
  })

export const useDecline = () =>
  useMutation({
    mutationFn: ({ id, reason }: { id: number; reason: string }) =>
      call(routes.decline, { params: { id: String(id) }, body: { reason } }),
    onSettled: useRefresh(),
  })
