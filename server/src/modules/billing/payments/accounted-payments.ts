import type { PaymentPart } from '@artikul/contract/billing/payments'
import type { Transaction } from 'kysely'
import type { DB } from '../../../platform/db/index.ts'
import type { Author } from '../../../platform/http/index.ts'
import { recordEvent } from '../../../platform/audit/index.ts'
import { lockInvoices } from '../documents/index.ts'
import * as known from './match.queries.ts'
import { nameOf, type PaymentDeps, putDown, setPaymentAside, undoPayment } from './post.ts'
import * as write from './write-payments.queries.ts'

type Tx = Transaction<DB>

/** Payment that the seller's accounting system has for an order. */
export interface AccountedPayment {
  sellerId: number
  contractId: number
  contractorId: number
  orderId: number
  number: string
  /** `YYYY-MM-DD` */
  day: string
  sumKop: number
  payer: string
  payerInn: string
  purpose: string
}

/** Pays the order's open invoices first; the rest counts for the contract. */
async function partsOf(tx: Tx, { contractId, orderId, sumKop }: AccountedPayment): Promise<PaymentPart[]> {
  const ids = await known.selectInvoiceIdsOfOrder(tx, orderId)
  await lockInvoices(tx, ids)
  const invoices = ids.length === 0 ? [] : await known.selectInvoicesByIds(tx, ids)
  let left = sumKop
  const parts: PaymentPart[] = []
  for (const { id, is_closed: isClosed, left_kop: owed } of invoices) {
    const paid = isClosed ? 0 : Math.min(owed, left)
    if (paid <= 0) continue
    parts.push({ contract_id: contractId, invoice_id: id, sum_kop: paid })
    left -= paid
  }
  if (left > 0) parts.push({ contract_id: contractId, invoice_id: null, sum_kop: left })
  return parts
}

/**
 * Posts a payment of the accounting system to the order's contract.
 * @returns id of the bank document; `isKnown` when it is already posted, from a bank file or before: nothing is written
 */
export async function receivePaymentOfOrder(
  tx: Tx,
  deps: PaymentDeps,
  author: Author,
  payment: AccountedPayment,
): Promise<{ id: number; isKnown: boolean }> {
  const document = {
    ...{ seller_id: payment.sellerId, payer_inn: payment.payerInn, number: payment.number, day: payment.day },
    ...{ sum_kop: payment.sumKop, paid_on: payment.day, payer: payment.payer, payer_account: '' },
    ...{ purpose: payment.purpose, file_name: '', external_number: payment.number },
  }
  const [inserted] = (await write.insertDocuments(tx, author, [document], deps.clock.now())).values()
  const [same] = inserted === undefined ? (await write.selectKnownDocuments(tx, [document])).values() : []
  if (same?.state === 'posted') return { id: same.id, isKnown: true }
  const id = inserted ?? same?.id
  if (id === undefined) throw new Error(`payment ${payment.number} is neither new nor known`)
  const parts = await partsOf(tx, payment)
  await putDown(tx, deps, author, { document_id: id, contractor_id: payment.contractorId, parts })
  await recordEvent(tx, author, {
    event: 'payment.created',
    contractorId: payment.contractorId,
    object: nameOf(document),
  })
  return { id, isKnown: false }
}

/** Reverses a payment that the accounting system has changed or removed; it leaves the queue. */
export async function withdrawPayment(
  tx: Tx,
  deps: PaymentDeps,
  author: Author,
  { id, reason }: { id: number; reason: string },
): Promise<void> {
  const document = await write.lockBankDocument(tx, id)
  if (document?.state !== 'posted') return
  const { version } = await undoPayment(tx, deps, author, { id, version: document.version, reason })
  await setPaymentAside(tx, author, { id, version, reason })
}
