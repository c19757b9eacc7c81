import { invoiceMailRoutes as routes } from '@artikul/contract/billing/invoice-mails'
import type { FastifyInstance } from 'fastify'
import { serve, type Handles } from '../../../platform/http/index.ts'
import { drawSendable, listMails, sendInvoice, type InvoiceMailsDeps } from './invoice-mails.service.ts'

type Paper = Awaited<ReturnType<typeof drawSendable>>

/** Routes for invoices sent by email. */
export function invoiceMailsModule(app: FastifyInstance, database: Handles, deps: InvoiceMailsDeps) {
  serve(app, database, routes.list, ({ db, actor, params }) => listMails(db, deps, actor, params.id))
  serve(
    app,
    database,
    routes.send,
    ({ db: tx, actor, author, params, body }, file: Paper) =>
      sendInvoice(tx, deps, { actor, author }, { id: params.id, to: body.to, file }),
    // Drawn before the transaction begins.
    ({ db, actor, params }) => drawSendable(db, deps, actor, params.id),
  )
}
