import type { PayableBuyer, PaymentPart } from '@artikul/contract/billing/payments'
import type { LookupResult } from '../../../ui/fields/lookup-field.tsx'

/** Draft of the distribution of a payment. */
export interface PartsDraft {
  buyer: LookupResult | null
  /** Contract that receives the rest. */
  contractId: number | null
  /** Sums by invoice id, kopecks. */
  sums: Record<number, number | null>
}

export const NO_PARTS: PartsDraft = { buyer: null, contractId: null, sums: {} }

export const draftOf = (buyer: LookupResult, parts: readonly PaymentPart[]): PartsDraft => ({
  buyer,
  contractId: (parts.find(({ invoice_id: id }) => id === null) ?? parts[0])?.contract_id ?? null,
  sums: Object.fromEntries(
    parts.flatMap((part) => (part.invoice_id === null ? [] : [[part.invoice_id, part.sum_kop]])),
  ),
})

/** Sums up the allocations to listed open invoices: a suggested invoice may be paid already or be outside the list. */
export const allocatedByInvoice = ({ sums }: PartsDraft, { invoices }: PayableBuyer) =>
  invoices.reduce((sum, { id }) => sum + (sums[id] ?? 0), 0)

/**
 * Builds the request's parts: invoices in their order, the rest by the contract; empty until the invoices are loaded.
 */
export function partsOf(draft: PartsDraft, payable: PayableBuyer | undefined, sumKop: number): PaymentPart[] {
  if (!payable) return []
  const parts: PaymentPart[] = payable.invoices.flatMap(({ id, contract_id }) => {
    const sum = draft.sums[id] ?? 0
    return sum > 0 ? [{ contract_id, invoice_id: id, sum_kop: sum }] : []
  })
  const rest = sumKop - allocatedByInvoice(draft, payable)
  if (rest > 0 && draft.contractId !== null)
    parts.push({ contract_id: draft.contractId, invoice_id: null, sum_kop: rest })
  return parts
}
