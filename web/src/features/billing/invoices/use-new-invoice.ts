import type { InvoiceBasis } from '@artikul/contract/billing/invoice-basis'
import { newInvoiceRoutes, type InvoiceDraftFields } from '@artikul/contract/billing/new-invoice'
import { useNavigate } from '@tanstack/react-router'
import { useQuery, useMutation, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { useState } from 'react'
import { newIdempotencyKey } from '../../../lib/api/idempotency-key.ts'
import { ApiError, messageOf } from '../../../lib/api/api-error.ts'
import { useDebouncedValue } from '../../../lib/browser/use-debounced-value.ts'
import type { LookupResult } from '../../../ui/fields/lookup-field.tsx'
import { useInvalidate, useApiMutation } from '../../../lib/api/use-api-mutation.ts'
import { call } from '../../../lib/api/call.ts'
import { toast, toastRefusal } from '../../../ui/hints/toast.ts'
import { query } from '../../../lib/api/query.ts'
import { INVOICE_KEYS } from './invoices.api.ts'
import { invoiceBasisOf, missingOf } from './new-invoice-draft.ts'

/** Id and version of a stored draft. */
interface StoredDraft {
  id: number
  version: number
}

export interface Opened {
  fields: InvoiceDraftFields
  /** Buyer chosen by staff. */
  company: LookupResult | null
  known: StoredDraft | null
}

const errorsOf = (error: unknown): Record<string, string> =>
  error instanceof ApiError ? Object.fromEntries(error.errors.map(({ path, message }) => [path, message])) : {}

/** Returns the part of an error that belongs to no field: its message and the sums it names. */
function formError(error: unknown): string | null {
  if (!error) return null
  const problems = error instanceof ApiError ? error.errors : []
  const sums = problems.filter(({ path }) => path.startsWith('shown.') || path === 'ask').map(({ message }) => message)
  return [messageOf(error), ...sums].join('. ')
}

/** Resolves the contract: the chosen one, or the only one. */
function useContracts(company: LookupResult | null, isStaff: boolean, chosen: number | null) {
  const contracts = useQuery(
    query(
      newInvoiceRoutes.contracts,
      { query: { contractor_id: company?.id } },
      { enabled: !isStaff || company !== null },
    ),
  )
  const results = isStaff && company === null ? [] : (contracts.data?.results ?? [])
  const id = results.find((one) => one.id === chosen)?.id ?? (results.length === 1 ? results[0]?.id : undefined) ?? null
  return { query: contracts, results, contract: results.find((one) => one.id === id) ?? null }
}

/** Preview of the invoice, computed again after every change. */
const invoicePreviewQuery = (ask: InvoiceBasis | null, replaces: number | null) =>
  queryOptions({
    queryKey: ['invoices', 'preview', ask, replaces],
    queryFn: ({ signal }) =>
      ask === null ? null : call(newInvoiceRoutes.preview, { body: { ask, replaces_id: replaces }, signal }),
    enabled: ask !== null,
    gcTime: 0,
    retry: false,
    placeholderData: keepPreviousData,
  })

function useIssue() {
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

interface DraftToSave {
  known: StoredDraft | null
  company: number | null
  fields: InvoiceDraftFields
}

/** Creates the draft on the first save and updates it afterwards. */
function useSaveDraft() {
  const refresh = useInvalidate('invoices/drafts')
  return useMutation({
    mutationFn: ({ known, company, fields }: DraftToSave) =>
      known
        ? call(newInvoiceRoutes.changeDraft, { params: { id: known.id }, body: { version: known.version, fields } })
        : call(newInvoiceRoutes.saveDraft, {
            body: { contractor_id: company, fields },
            idempotencyKey: newIdempotencyKey(),
          }),
    onSuccess: () => {
      toast({ severity: 'success', summary: 'Черновик сохранён' })
      return refresh()
    },
    onError: toastRefusal('Черновик не сохранён'),
  })
}

/** Computes the preview on the server after a pause in typing. */
function useCounted(fields: InvoiceDraftFields) {
  const ask = invoiceBasisOf(fields)
  const text = JSON.stringify(ask)
  const settled = useDebouncedValue(text)
  const isSettled = settled === text
  // The previous preview stays until typing pauses.
  const previewInput = isSettled ? ask : (JSON.parse(settled) as typeof ask)
  const preview = useQuery(invoicePreviewQuery(previewInput, fields.replaces_id))
  return {
    ask,
    preview: ask === null || preview.isError ? null : (preview.data ?? null),
    error: isSettled && ask !== null ? preview.error : null,
    isCounting: ask !== null && (!isSettled || preview.isFetching),
    isShown: isSettled && ask !== null && preview.isSuccess && !preview.isPlaceholderData,
  }
}

/** State, totals and actions of the new invoice form. */
export function useNewInvoice(opened: Opened, isStaff: boolean) {
  const [typed, setTyped] = useState(opened.fields)
  const [company, setCompany] = useState(opened.company)
  const [known, setKnown] = useState(opened.known)
  const [missing, setMissing] = useState<Record<string, string>>({})
  const { query: contracts, results: choices, contract } = useContracts(company, isStaff, typed.contract_id)
  const fields = { ...typed, contract_id: contract?.id ?? null }
  const { ask, preview, error, isCounting, isShown } = useCounted(fields)
  const issue = useIssue()
  const save = useSaveDraft()
  const edit = (next: (all: InvoiceDraftFields) => InvoiceDraftFields) => {
    setTyped(next)
    setMissing({})
    issue.reset()
  }
  const submit = () => {
    const found = { ...(isStaff && !company && { company: 'Выберите компанию' }), ...missingOf(fields) }
    setMissing(found)
    if (Object.keys(found).length > 0 || ask === null || !isShown || !preview) return
    const shown = preview.lines.map((line) => line.sum_kop)
    issue.mutate({ body: { ask, shown, replaces_id: typed.replaces_id, draft_id: known?.id ?? null } })
  }
  const refusal = issue.error ?? error
  return {
    ...{ fields, company, contracts, choices, contract, preview, isCounting, known, submit },
    errors: { ...errorsOf(refusal), ...missing },
    formError: formError(refusal),
    isIssuing: issue.isPending,
    isSaving: save.isPending,
    change: (next: Partial<InvoiceDraftFields>) => edit((all) => ({ ...all, ...next })),
    changeLines: (next: (lines: InvoiceDraftFields['lines']) => InvoiceDraftFields['lines']) =>
      edit((all) => ({ ...all, lines: next(all.lines) })),
    chooseCompany: (found: LookupResult | null) => {
      setCompany(found)
      setKnown(null)
      const none = { contract_id: null, order_ids: [], shipment_ids: [], lines: [], replaces_id: null }
      edit((all) => ({ ...all, ...none }))
    },
    saveDraft: () => save.mutate({ known, company: company?.id ?? null, fields }, { onSuccess: setKnown }),
  }
}
export type NewInvoiceState = ReturnType<typeof useNewInvoice>
