import { documentRoutes } from '@artikul/contract/documents'
import { invoiceRoutes as routes } from '@artikul/contract/invoices'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../../platform/errors.ts'
import { serve, type Actor, type Handles } from '../../platform/http/index.ts'
import type { DrawPdf } from '../../platform/pdf-pool.ts'
import { readerOf, seesPrices } from '../consignees/index.ts'
import { issueInvoice, readInvoice, type DocumentDeps } from './invoice.service.ts'
import { renderInvoiceXlsx } from './invoice.xlsx.ts'
import { listDocuments } from './register.ts'

const INVOICE = new URL('invoice.pdf.ts', import.meta.url)
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** An invoice is prices from top to bottom. */
function requirePriceReader(actor: Actor) {
  const reader = readerOf(actor)
  if (!seesPrices(reader)) throw new AppError('section.hidden')
  return reader
}

export function documentsModule(app: FastifyInstance, database: Handles, deps: DocumentDeps & { drawPdf: DrawPdf }) {
  serve(app, database, documentRoutes.list, ({ actor, db, query }) => listDocuments(db, deps.clock, actor, query))
  serve(app, database, routes.ofOrder, ({ actor, params, db }) =>
    readInvoice(db, deps.clock, requirePriceReader(actor), params.id),
  )
  serve(app, database, routes.issue, ({ actor, params, db: tx }) =>
    issueInvoice(tx, deps, requirePriceReader(actor), params.id, { actorId: actor.userId, subjectId: actor.subjectId }),
  )
  serve(app, database, routes.pdf, async ({ actor, params, db }) => {
    const invoice = await readInvoice(db, deps.clock, requirePriceReader(actor), params.id)
    return { bytes: await deps.drawPdf(INVOICE, invoice), type: 'application/pdf', name: `Счёт ${invoice.number}.pdf` }
  })
  serve(app, database, routes.xlsx, async ({ actor, params, db }) => {
    const invoice = await readInvoice(db, deps.clock, requirePriceReader(actor), params.id)
    return { bytes: await renderInvoiceXlsx(invoice), type: XLSX, name: `Счёт ${invoice.number}.xlsx` }
  })
}
