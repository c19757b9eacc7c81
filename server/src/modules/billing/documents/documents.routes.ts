import { documentRoutes } from '@artikul/contract/billing/documents'
import { invoiceRoutes as routes, type Invoice } from '@artikul/contract/billing/invoices'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../../platform/db/index.ts'
import { serve, type Actor, type Handles } from '../../../platform/http/index.ts'
import type { DrawPdf } from '../../../platform/files/pdf-pool.ts'
import { drawInvoice, requirePriceReader } from './invoice-documents.ts'
import { issueOrderInvoice, readInvoice, readInvoiceOfOrder, type DocumentDeps } from './order-invoice.ts'
import { renderInvoiceXlsx } from './invoice-xlsx.ts'
import { listDocuments } from './register.ts'

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

interface DocumentRequest {
  actor: Actor
  params: { id: number }
  db: Db
}
type Read = (request: DocumentRequest) => Promise<Invoice>

export function documentsModule(app: FastifyInstance, database: Handles, deps: DocumentDeps & { drawPdf: DrawPdf }) {
  serve(app, database, documentRoutes.list, ({ actor, db, query }) => listDocuments(db, deps.clock, actor, query))
  const ofOrder: Read = ({ actor, params, db }) =>
    readInvoiceOfOrder(db, deps.clock, requirePriceReader(actor), params.id)
  const one: Read = ({ actor, params, db }) => readInvoice(db, deps.clock, requirePriceReader(actor), params.id)
  const pdf = (read: Read) => async (request: DocumentRequest) =>
    drawInvoice(request.db, deps.drawPdf, await read(request))
  const xlsx = (read: Read) => async (request: DocumentRequest) => {
    const invoice = await read(request)
    return { bytes: await renderInvoiceXlsx(invoice), type: XLSX, name: `Счёт ${invoice.number}.xlsx` }
  }
  serve(app, database, routes.ofOrder, ofOrder)
  serve(app, database, routes.issue, ({ actor, params, db: tx }) =>
    issueOrderInvoice(tx, deps, requirePriceReader(actor), params.id, {
      actorId: actor.userId,
      subjectId: actor.subjectId,
    }),
  )
  serve(app, database, routes.pdf, pdf(ofOrder))
  serve(app, database, routes.xlsx, xlsx(ofOrder))
  serve(app, database, routes.get, one)
  serve(app, database, routes.filePdf, pdf(one))
  serve(app, database, routes.fileXlsx, xlsx(one))
}
