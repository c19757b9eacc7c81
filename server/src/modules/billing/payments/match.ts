import type { PaymentPart, PaymentSuggestion, WaitReason } from '@artikul/contract/billing/payments'
import type { NamedInvoice } from './bank-file/purpose.ts'

/** Invoice that a payment may be for. */
export interface KnownInvoice {
  id: number
  number: string
  seller_id: number
  contract_id: number
  contractor_id: number
  contractor: string
  inn: string
  issued_on: string
  left_kop: number
  /** True for a replaced or cancelled invoice, or one of a cancelled order. */
  is_closed: boolean
}

export interface KnownBuyer {
  id: number
  name: string
  inn: string
  /** Contracts with the seller, the main one first. */
  contracts: { id: number; seller_id: number }[]
}

export interface Received {
  sellerId: number
  payerInn: string
  sumKop: number
  named: readonly NamedInvoice[]
}

export type Match = { kind: 'post'; contractorId: number; parts: PaymentPart[] } | { kind: 'wait'; reason: WaitReason }

const DIGITS = 6

/** «РП-000123»: formats a number as the portal does. */
export const invoiceNumber = (prefix: string, running: number) => `${prefix}-${String(running).padStart(DIGITS, '0')}`

/** Finds the invoice of the named day, else the newest, because numbers repeat every year. */
function found(named: NamedInvoice, prefix: string, invoices: readonly KnownInvoice[], sellerId: number) {
  const number = invoiceNumber(prefix, named.running)
  return invoices
    .filter((one) => one.seller_id === sellerId && one.number === number)
    .filter(({ issued_on: day }) => named.day === null || day === named.day)
    .toSorted((one, other) => other.issued_on.localeCompare(one.issued_on) || other.id - one.id)[0]
}

/** Distributes the sum over the invoices in order; the rest stays with the contract of the last one. */
function spread(sumKop: number, invoices: readonly KnownInvoice[]): PaymentPart[] {
  const parts: PaymentPart[] = []
  let rest = sumKop
  for (const { id, contract_id, left_kop: left } of invoices) {
    const sum = Math.min(rest, left)
    if (sum <= 0) continue
    parts.push({ contract_id, invoice_id: id, sum_kop: sum })
    rest -= sum
  }
  const last = invoices.at(-1)
  if (rest > 0 && last) parts.push({ contract_id: last.contract_id, invoice_id: null, sum_kop: rest })
  return parts
}

export interface MatchCandidates {
  prefix: string
  invoices: readonly KnownInvoice[]
  buyers: readonly KnownBuyer[]
}

const contractOf = (buyer: KnownBuyer, sellerId: number) =>
  buyer.contracts.find((contract) => contract.seller_id === sellerId)

function whyUnnamed({ payerInn, sellerId }: Received, buyers: readonly KnownBuyer[]): WaitReason {
  const own = buyers.filter(({ inn }) => inn === payerInn)
  const [buyer] = own
  if (payerInn === '' || !buyer) return 'unknown_payer'
  if (own.length > 1) return 'several_buyers'
  return contractOf(buyer, sellerId) ? 'no_invoice' : 'no_contract'
}

/** Matches a payment automatically only when the payer names open invoices of their own. */
export function matchPayment(received: Received, known: MatchCandidates): Match {
  const { named, sellerId, payerInn, sumKop } = received
  if (named.length === 0) return { kind: 'wait', reason: whyUnnamed(received, known.buyers) }
  const invoices = named.map((one) => found(one, known.prefix, known.invoices, sellerId))
  const all = invoices.filter((one) => one !== undefined)
  const [first] = all
  if (!first || all.length < invoices.length) return { kind: 'wait', reason: 'unknown_invoice' }
  if (all.some((one) => one.inn !== payerInn || one.contractor_id !== first.contractor_id))
    return { kind: 'wait', reason: 'foreign_invoice' }
  if (all.some(({ is_closed: isClosed, left_kop: left }) => isClosed || left <= 0))
    return { kind: 'wait', reason: 'closed_invoice' }
  return { kind: 'post', contractorId: first.contractor_id, parts: spread(sumKop, all) }
}

/** Suggests a posting, most certain first: invoices by name, one with exactly this sum, the contract alone. */
export function suggestPosting(
  received: Received,
  known: MatchCandidates,
  open: readonly KnownInvoice[],
): PaymentSuggestion | null {
  const { named, sellerId, payerInn, sumKop } = received
  const byName = named
    .map((one) => found(one, known.prefix, known.invoices, sellerId))
    .filter((one) => one !== undefined && !one.is_closed && one.left_kop > 0)
    .filter((one) => one !== undefined)
  const [first] = byName
  if (first && byName.every((one) => one.contractor_id === first.contractor_id))
    return {
      why: 'invoice',
      contractor: { id: first.contractor_id, name: first.contractor, inn: first.inn },
      parts: spread(sumKop, byName),
    }
  const own = known.buyers.filter(({ inn }) => inn === payerInn)
  const [buyer] = own
  const contract = buyer && contractOf(buyer, sellerId)
  if (payerInn === '' || own.length !== 1 || !contract) return null
  const contractor = { id: buyer.id, name: buyer.name, inn: buyer.inn }
  const exact = open.filter((one) => one.seller_id === sellerId && one.left_kop === sumKop)
  if (exact.length === 1) return { why: 'sum', contractor, parts: spread(sumKop, exact) }
  return {
    why: 'contract',
    contractor,
    parts: [{ contract_id: contract.id, invoice_id: null, sum_kop: sumKop }],
  }
}
