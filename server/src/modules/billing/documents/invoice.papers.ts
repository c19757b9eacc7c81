import { accessScopeOf, seesPrices, type AccessScope } from '../../../platform/access/index.ts'
import type { Invoice } from '@artikul/contract/billing/invoices'
import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Actor, FileReply } from '../../../platform/http/index.ts'
import type { DrawPdf } from '../../../platform/files/pdf-pool.ts'
import { readInvoice } from './invoice.service.ts'

const INVOICE = new URL('invoice.pdf.ts', import.meta.url)

/**
 * Who reads an invoice: it is prices from top to bottom.
 * @throws AppError `section.hidden` for whom the company shows no prices
 */
export function requirePriceReader(actor: Actor): AccessScope {
  const reader = accessScopeOf(actor)
  if (!seesPrices(reader)) throw new AppError('section.hidden')
  return reader
}

/** The invoice as a PDF, as it was issued. */
export const drawInvoice = async (drawPdf: DrawPdf, invoice: Invoice): Promise<FileReply & { bytes: Buffer }> => ({
  bytes: await drawPdf(INVOICE, invoice),
  type: 'application/pdf',
  name: `Счёт ${invoice.number}.pdf`,
})

/**
 * The PDF of an invoice of whatever kind and state.
 * @throws AppError `not_found`, `section.hidden`
 */
export const drawInvoiceOf = async (
  db: Db,
  { clock, drawPdf }: { clock: Clock; drawPdf: DrawPdf },
  actor: Actor,
  id: number,
) => drawInvoice(drawPdf, await readInvoice(db, clock, requirePriceReader(actor), id))
