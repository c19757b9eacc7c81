import {
  MAX_OPEN_INVOICES,
  type PayableBuyer,
  type Payment,
  type PaymentsQuery,
} from '@artikul/contract/billing/payments'
import type { Db } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/errors.ts'
import { pageOf, paginationOf } from '../../../platform/paging.ts'
import { namedInvoices } from './bank-file/purpose.ts'
import { invoiceNumber, suggestPosting } from './match.ts'
import * as known from './match.queries.ts'
import { countPayments, selectPayment, selectPayments, selectPostings } from './payments.queries.ts'

export async function listPayments(db: Db, query: PaymentsQuery) {
  const page = pageOf(query)
  const [rows, { total, waiting }] = [await selectPayments(db, query, page), await countPayments(db, query)]
  return { results: rows, pagination: paginationOf(page, total), waiting_count: waiting }
}

/** Suggests a posting for a waiting payment. */
async function suggestionFor(db: Db, payment: Pick<Payment, 'seller_id' | 'payer_inn' | 'sum_kop' | 'purpose'>) {
  const { invoice_prefix: prefix } = await known.selectSeller(db, payment.seller_id)
  const named = namedInvoices(payment.purpose, prefix)
  const numbers = named.map(({ running }) => ({
    seller_id: payment.seller_id,
    number: invoiceNumber(prefix, running),
  }))
  const invoices = await known.selectInvoicesByNumber(db, numbers)
  const buyers = await known.selectBuyersByInn(db, payment.payer_inn === '' ? [] : [payment.payer_inn])
  const [buyer] = buyers
  const open = buyer ? await known.selectOpenInvoices(db, buyer.id, MAX_OPEN_INVOICES) : []
  const received = { sellerId: payment.seller_id, payerInn: payment.payer_inn, sumKop: payment.sum_kop, named }
  return suggestPosting(received, { prefix, invoices, buyers }, open)
}

/** @throws AppError `not_found` */
export async function readPayment(db: Db, id: number): Promise<Payment> {
  const row = await selectPayment(db, id)
  if (!row) throw new AppError('not_found', { detail: 'Платёж не найден' })
  const postings = await selectPostings(db, id)
  return {
    ...row,
    created_at: row.created_at.toISOString(),
    postings: postings.map(({ at, undone_at, undone_by, undo_reason, ...posting }) => ({
      ...posting,
      at: at.toISOString(),
      undone: undone_at && { at: undone_at.toISOString(), by: undone_by ?? '', reason: undo_reason ?? '' },
    })),
    suggestion: row.state === 'waiting' ? await suggestionFor(db, row) : null,
  }
}

/** @throws AppError `not_found` */
export async function readPayableBuyer(db: Db, id: number): Promise<PayableBuyer> {
  const buyer = await known.selectBuyer(db, id)
  if (!buyer) throw new AppError('not_found', { detail: 'Покупатель не найден' })
  const contracts = await known.selectContractsOfPayers(db, id)
  const invoices = await known.selectOpenInvoices(db, id, MAX_OPEN_INVOICES + 1)
  return {
    ...buyer,
    contracts,
    invoices: invoices.slice(0, MAX_OPEN_INVOICES),
    has_more: invoices.length > MAX_OPEN_INVOICES,
  }
}
