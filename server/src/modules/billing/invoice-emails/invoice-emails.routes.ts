import { invoiceEmailRoutes as routes } from '@artikul/contract/billing/invoice-emails'
import type { FastifyInstance } from 'fastify'
import { serve, type Handles } from '../../../platform/http/index.ts'
import { drawSendable, listInvoiceEmails, sendInvoice, type InvoiceEmailsDeps } from './invoice-emails.ts'

type InvoiceAttachment = Awaited<ReturnType<typeof drawSendable>>

/** Routes for invoices sent by email. */
export function invoiceEmailsModule(app: FastifyInstance, database: Handles, deps: InvoiceEmailsDeps) {
  serve(app, database, routes.list, ({ db, actor, params }) => listInvoiceEmails(db, deps, actor, params.id))
  serve(
    app,
    database,
    routes.send,
    ({ db: tx, actor, author, params, body }, file: InvoiceAttachment) =>
      sendInvoice(tx, deps, { actor, author }, { id: params.id, to: body.to, file }),
    // Drawn before the transaction begins.
    ({ db, actor, params }) => drawSendable(db, deps, actor, params.id),
  )
}
