import { accessScopeOf, seesPrices, type AccessScope } from '../../../platform/access/index.ts'
import type { Invoice } from '@artikul/contract/billing/invoices'
import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Actor, FileReply } from '../../../platform/http/index.ts'
import type { DrawPdf } from '../../../platform/files/pdf-pool.ts'
import { selectPicturesAt } from '../../companies/index.ts'
import { readInvoice } from './order-invoice.ts'

const INVOICE = new URL('invoice-pdf.ts', import.meta.url)

/**
 * Returns the scope of a reader who may see prices, because an invoice consists of them.
 * @throws AppError `section.hidden` without access to prices
 */
export function requirePriceReader(actor: Actor): AccessScope {
  const reader = accessScopeOf(actor)
  if (!seesPrices(reader)) throw new AppError('section.hidden')
  return reader
}

/** Draws the invoice as a PDF, as it was issued, with the seller's pictures of that time. */
export async function drawInvoice(db: Db, drawPdf: DrawPdf, invoice: Invoice): Promise<FileReply & { bytes: Buffer }> {
  const pictures = await selectPicturesAt(db, invoice.seller.inn, new Date(invoice.issued_at))
  return {
    bytes: await drawPdf(INVOICE, { invoice, pictures }),
    type: 'application/pdf',
    name: `Счёт ${invoice.number}.pdf`,
  }
}

/**
 * Draws the PDF of an invoice of any kind and state.
 * @throws AppError `not_found`, `section.hidden`
 */
export const drawInvoiceOf = async (
  db: Db,
  { clock, drawPdf }: { clock: Clock; drawPdf: DrawPdf },
  actor: Actor,
  id: number,
) => drawInvoice(db, drawPdf, await readInvoice(db, clock, requirePriceReader(actor), id))
