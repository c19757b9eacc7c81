import type { InvoiceBasis } from '@artikul/contract/billing/invoice-basis'
import { newInvoiceRoutes } from '@artikul/contract/billing/new-invoice'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { ApiError, messageOf } from '../../../lib/api/api-error.ts'
import { call } from '../../../lib/api/call.ts'
import { useApiMutation } from '../../../lib/api/use-api-mutation.ts'
import { toast } from '../../../ui/hints/toast.ts'
import type { KeyPrefix } from '../../../lib/api/key-prefix.ts'

/** Refreshed after an invoice is issued or cancelled. */
export const INVOICE_KEYS: readonly KeyPrefix[] = ['invoices', 'settlements', 'documents', 'orders']

/** Returns the part of an error that belongs to no field: its message and the sums it names. */
export function invoiceErrorText(error: unknown): string | null {
  if (!error) return null
  const problems = error instanceof ApiError ? error.errors : []
  const sums = problems.filter(({ path }) => path.startsWith('shown.') || path === 'ask').map(({ message }) => message)
  return [messageOf(error), ...sums].join('. ')
}

/** Preview of the invoice, computed again after every change. */
export const invoicePreviewQuery = (ask: InvoiceBasis | null, replaces: number | null) =>
  queryOptions({
    queryKey: ['invoices', 'preview', ask, replaces],
    queryFn: ({ signal }) =>
      ask === null ? null : call(newInvoiceRoutes.preview, { body: { ask, replaces_id: replaces }, signal }),
    enabled: ask !== null,
    gcTime: 0,
    retry: false,
    placeholderData: keepPreviousData,
  })

/** Issues an invoice and opens it. */
export function useIssueInvoice() {
  const navigate = useNavigate()
  return useApiMutation(newInvoiceRoutes.issue, {
    invalidates: INVOICE_KEYS,
    // Navigates before the sources are refetched: by then the draft is deleted and the old invoice replaced.
    onSuccess: async ({ id, number }) => {
      toast({ severity: 'success', summary: `Счёт № ${number} выставлен` })
      await navigate({ to: '/invoice/$id', params: { id: String(id) } })
    },
  })
}
