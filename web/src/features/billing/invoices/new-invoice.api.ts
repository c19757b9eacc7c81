import { omitUndefined } from '@artikul/contract/core/omit-undefined'
import type { InvoiceBasis } from '@artikul/contract/billing/invoice-basis'
import { newInvoiceRoutes as routes, type InvoiceDraftFields } from '@artikul/contract/billing/new-invoice'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { messageOf } from '../../../lib/api/api-error.ts'
import { call } from '../../../lib/api/call.ts'
import { newIdempotencyKey } from '../../../lib/api/idempotency-key.ts'
import { useIdempotencyKey } from '../../../lib/api/use-idempotency-key.ts'
import { toast } from '../../../ui/hints/toast.ts'

/** Shares the key of invoices, so that every invoice event refreshes these queries too. */
const ALL = 'invoice'

export const invoiceBuyersQuery = (q: string) =>
  queryOptions({
    queryKey: [ALL, 'buyers', q],
    queryFn: async ({ signal }) =>
      (await call(routes.buyers, { query: omitUndefined({ q: q || undefined }), signal })).results,
    placeholderData: keepPreviousData,
  })

/** @param company set by staff; undefined: the client's own */
export const invoiceContractsQuery = (company: number | undefined, enabled: boolean) =>
  queryOptions({
    queryKey: [ALL, 'contracts', company ?? 'own'],
    queryFn: ({ signal }) =>
      call(routes.contracts, { query: omitUndefined({ contractor_id: company?.toString() }), signal }),
    enabled,
  })

export const payableQuery = (contract: number | null, enabled: boolean) =>
  queryOptions({
    queryKey: [ALL, 'payable', contract],
    queryFn: ({ signal }) => call(routes.payable, { query: { contract_id: String(contract) }, signal }),
    enabled: enabled && contract !== null,
  })

/** Preview of the invoice, computed again after every change. */
export const invoicePreviewQuery = (ask: InvoiceBasis | null, replaces: number | null) =>
  queryOptions({
    queryKey: [ALL, 'preview', ask, replaces],
    queryFn: ({ signal }) =>
      ask === null ? null : call(routes.preview, { body: { ask, replaces_id: replaces }, signal }),
    enabled: ask !== null,
    gcTime: 0,
    retry: false,
    placeholderData: keepPreviousData,
  })

export const draftsQuery = queryOptions({
  queryKey: [ALL, 'drafts'],
  queryFn: async ({ signal }) => (await call(routes.drafts, { signal })).results,
})

export const findGoods = async (contract: number, rows: readonly { article: string; qty: number }[]) =>
  (await call(routes.find, { body: { contract_id: contract, rows: [...rows] } })).rows

interface NewInvoice {
  ask: InvoiceBasis
  shown: number[]
  replaces_id: number | null
  draft_id: number | null
}

export function useIssue() {
  const keyOf = useIdempotencyKey()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: (body: NewInvoice) => call(routes.issue, { body, idempotencyKey: keyOf(body) }),
    // Navigates before the sources are refetched: by then the draft is deleted and the old invoice replaced.
    onSuccess: async ({ id, number }) => {
      toast({ severity: 'success', summary: `Счёт № ${number} выставлен` })
      await navigate({ to: '/invoice/$id', params: { id: String(id) } })
    },
    onSettled: () =>
      Promise.all(
        [ALL, 'settlements', 'order-invoice', 'order', 'orders'].map((key) =>
          queryClient.invalidateQueries({ queryKey: [key] }),
        ),
      ),
  })
}

/** Creates the draft on the first save and updates it afterwards. */
export function useSaveDraft() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({
      known,
      company,
      fields,
    }: {
      known: StoredDraft | null
      company: number | null
      fields: InvoiceDraftFields
    }) =>
      known
        ? call(routes.changeDraft, { params: { id: String(known.id) }, body: { version: known.version, fields } })
        : call(routes.saveDraft, { body: { contractor_id: company, fields }, idempotencyKey: newIdempotencyKey() }),
    onSuccess: () => {
      toast({ severity: 'success', summary: 'Черновик сохранён' })
      return queryClient.invalidateQueries({ queryKey: draftsQuery.queryKey })
    },
    onError: (error) => toast({ severity: 'error', summary: 'Черновик не сохранён', detail: messageOf(error) }),
  })
}

/** Id and version of a stored draft. */
export interface StoredDraft {
  id: number
  version: number
}

export function useRemoveDraft() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => call(routes.removeDraft, { params: { id: String(id) } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: draftsQuery.queryKey }),
  })
}
