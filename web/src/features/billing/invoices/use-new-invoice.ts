import { newInvoiceRoutes, type InvoiceDraftFields } from '@artikul/contract/billing/new-invoice'
import { useQuery, useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { newIdempotencyKey } from '../../../lib/api/idempotency-key.ts'
import { ApiError } from '../../../lib/api/api-error.ts'
import { useDebouncedValue } from '../../../lib/browser/use-debounced-value.ts'
import type { LookupResult } from '../../../ui/fields/lookup-field.tsx'
import { useInvalidate } from '../../../lib/api/use-api-mutation.ts'
import { call } from '../../../lib/api/call.ts'
import { toast, toastRefusal } from '../../../ui/hints/toast.ts'
import { query } from '../../../lib/api/query.ts'
import { invoiceErrorText, invoicePreviewQuery, useIssueInvoice } from './invoices.api.ts'
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
  const issue = useIssueInvoice()
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
    formError: invoiceErrorText(refusal),
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
