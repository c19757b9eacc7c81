import type { InvoiceDraftFields } from '@artikul/contract/new-invoice'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError, messageOf } from '../../lib/api-error.ts'
import { useSettled } from '../../lib/use-settled.ts'
import type { Found } from '../../ui/lookup-field.tsx'
import { toast } from '../../ui/toast.ts'
import { askOf, missingOf } from './new-invoice-draft.ts'
import { contractsQuery, previewQuery, useIssue, useSaveDraft, type Known } from './new-invoice.api.ts'

export interface Opened {
  fields: InvoiceDraftFields
  /** For staff: whom it is issued to. */
  company: Found | null
  known: Known | null
}

const errorsOf = (error: unknown): Record<string, string> =>
  error instanceof ApiError ? Object.fromEntries(error.errors.map(({ path, message }) => [path, message])) : {}

/** What belongs to no field: the words of the refusal, and all that it names of sums. */
function formError(error: unknown): string | null {
  if (!error) return null
  const told = error instanceof ApiError ? error.errors : []
  const sums = told.filter(({ path }) => path.startsWith('shown.') || path === 'ask').map(({ message }) => message)
  return [messageOf(error), ...sums].join('. ')
}

/** The contract that is meant: the chosen one, or the only one. */
function useContracts(company: Found | null, isStaff: boolean, chosen: number | null) {
  const contracts = useQuery(contractsQuery(company?.id, !isStaff || company !== null))
  const results = isStaff && company === null ? [] : (contracts.data?.results ?? [])
  const id = results.find((one) => one.id === chosen)?.id ?? (results.length === 1 ? results[0]?.id : undefined) ?? null
  return { query: contracts, results, contract: results.find((one) => one.id === id) ?? null }
}

/** The fields of a new invoice, what it comes to, and what can be done with it. */
export function useNewInvoice(opened: Opened, isStaff: boolean) {
  const [typed, setTyped] = useState(opened.fields)
  const [company, setCompany] = useState(opened.company)
  const [known, setKnown] = useState(opened.known)
  const [missing, setMissing] = useState<Record<string, string>>({})
  const { query: contracts, results, contract } = useContracts(company, isStaff, typed.contract_id)
  const fields = { ...typed, contract_id: contract?.id ?? null }
  const ask = askOf(fields)
  const text = JSON.stringify(ask)
  const settled = useSettled(text)
  const preview = useQuery(
    previewQuery(settled === text ? ask : (JSON.parse(settled) as typeof ask), typed.replaces_id),
  )
  const navigate = useNavigate()
  const issue = useIssue()
  const save = useSaveDraft()
  const isShown = settled === text && ask !== null && preview.isSuccess && !preview.isPlaceholderData
  const change = (next: Partial<InvoiceDraftFields>) => {
    setTyped((all) => ({ ...all, ...next }))
    setMissing({})
    issue.reset()
  }
  const refusal = issue.error ?? (settled === text && ask !== null ? preview.error : null)
  return {
    fields,
    company,
    contracts,
    choices: results,
    contract,
    errors: { ...errorsOf(refusal), ...missing },
    formError: formError(refusal),
    preview: ask === null || preview.isError ? null : (preview.data ?? null),
    isCounting: ask !== null && (settled !== text || preview.isFetching),
    isIssuing: issue.isPending,
    isSaving: save.isPending,
    known,
    change,
    changeLines: (next: (lines: InvoiceDraftFields['lines']) => InvoiceDraftFields['lines']) => {
      setTyped((all) => ({ ...all, lines: next(all.lines) }))
      setMissing({})
      issue.reset()
    },
    chooseCompany: (found: Found | null) => {
      setCompany(found)
      setKnown(null)
      change({ contract_id: null, order_ids: [], shipment_ids: [], lines: [], replaces_id: null })
    },
    submit: () => {
      const found = { ...(isStaff && !company && { company: 'Выберите компанию' }), ...missingOf(fields) }
      setMissing(found)
      if (Object.keys(found).length > 0 || ask === null || !isShown || !preview.data) return
      const shown = preview.data.lines.map((line) => line.sum_kop)
      issue.mutate(
        { ask, shown, replaces_id: typed.replaces_id, draft_id: known?.id ?? null },
        {
          onSuccess: ({ id, number }) => {
            toast({ severity: 'success', summary: `Счёт № ${number} выставлен` })
            void navigate({ to: '/invoice/$id', params: { id: String(id) } })
          },
        },
      )
    },
    saveDraft: () =>
      save.mutate(
        { known, company: company?.id ?? null, fields },
        {
          onSuccess: (kept) => {
            setKnown(kept)
            toast({ severity: 'success', summary: 'Черновик сохранён' })
          },
          onError: (error) => toast({ severity: 'error', summary: 'Черновик не сохранён', detail: messageOf(error) }),
        },
      ),
  }
}
export type NewInvoiceState = ReturnType<typeof useNewInvoice>
