import { omitUndefined } from '@artikul/contract/core/omit-undefined'
import { ledgerEntryRoutes as routes, type NewEntry } from '@artikul/contract/billing/ledger-entries'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/api/call.ts'
import { useSendOnce } from '../../../lib/api/use-idempotency-key.ts'
import { savedPageSize } from '../../../lib/page/page-size.ts'
import type { DeskSearch } from './payments.api.ts'

// Shares the key of payments, so that payment events refresh entries too.
const KEY = ['payments', 'entries'] as const

export const entriesQuery = ({ q, page = 1, page_size = savedPageSize() }: DeskSearch) => {
  const query = { page: String(page), page_size: `${page_size}` as const, ...omitUndefined({ q }) }
  return queryOptions({
    queryKey: [...KEY, query],
    queryFn: ({ signal }) => call(routes.list, { query, signal }),
    placeholderData: keepPreviousData,
  })
}

function useRefresh() {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: ['payments'] })
}

export function useCreateEntry() {
  const sendOnce = useSendOnce()
  const onSuccess = useRefresh()
  return useMutation({
    mutationFn: (body: NewEntry) => sendOnce(body, (idempotencyKey) => call(routes.create, { body, idempotencyKey })),
    onSuccess,
  })
}

export function useCancelEntry(id: number) {
  const sendOnce = useSendOnce()
  const onSuccess = useRefresh()
  return useMutation({
    mutationFn: (reason: string) =>
      sendOnce({ reason }, (idempotencyKey) =>
        call(routes.cancel, { params: { id: String(id) }, body: { reason }, idempotencyKey }),
      ),
    onSuccess,
  })
}
