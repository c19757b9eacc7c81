import { invoiceEmailRoutes as routes, type SendInvoice } from '@artikul/contract/billing/invoice-emails'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/api/call.ts'
import { useSendOnce } from '../../../lib/api/use-idempotency-key.ts'

/** Polling interval while an email waits to be sent. */
const LOOK_EVERY_MS = 4000

const keyOf = (id: number) => ['invoice', 'mails', id]

/** Polls while an email waits to be sent. */
export const invoiceEmailsQuery = (id: number) =>
  queryOptions({
    queryKey: keyOf(id),
    queryFn: ({ signal }) => call(routes.list, { params: { id: String(id) }, signal }),
    refetchInterval: ({ state: { data } }) =>
      data?.results.some(({ state }) => state === 'waiting') === true && LOOK_EVERY_MS,
  })

export function useSendInvoice(id: number) {
  const queryClient = useQueryClient()
  const sendOnce = useSendOnce()
  return useMutation({
    mutationFn: (body: SendInvoice) =>
      sendOnce(body, (idempotencyKey) => call(routes.send, { params: { id: String(id) }, body, idempotencyKey })),
    onSettled: () => queryClient.invalidateQueries({ queryKey: keyOf(id) }),
  })
}
