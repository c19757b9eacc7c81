import { invoiceRoutes as routes } from '@artikul/contract/invoices'
import type { FastifyInstance } from 'fastify'
import { Piscina } from 'piscina'
import { AppError } from '../../platform/errors.ts'
import { serve, type Actor, type Handles } from '../../platform/http/index.ts'
import { readerOf, seesPrices } from '../consignees/index.ts'
import { issueInvoice, readInvoice, type DocumentDeps } from './invoice.service.ts'
import { renderInvoiceXlsx } from './invoice.xlsx.ts'

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** An invoice is prices from top to bottom. */
function requirePriceReader(actor: Actor) {
  const reader = readerOf(actor)
  if (!seesPrices(reader)) throw new AppError('section.hidden')
  return reader
}

/** Layout and font subsetting take a core for a while: they never run beside requests. */
function createPdfPool(app: FastifyInstance) {
  const pool = new Piscina<unknown, Uint8Array>({
    filename: new URL('invoice.pdf.ts', import.meta.url).href,
    minThreads: 0,
    maxThreads: 1,
    maxQueue: 200,
    idleTimeout: 60_000,
    resourceLimits: { maxOldGenerationSizeMb: 512 },
  })
  app.addHook('onClose', () => pool.destroy())
  return pool
}

export function documentsModule(app: FastifyInstance, database: Handles, deps: DocumentDeps) {
  const pdf = createPdfPool(app)
  serve(app, database, routes.ofOrder, ({ actor, params, db }) => readInvoice(db, requirePriceReader(actor), params.id))
  serve(app, database, routes.issue, ({ actor, params, db: tx }) =>
    issueInvoice(tx, deps, requirePriceReader(actor), params.id, { actorId: actor.userId, subjectId: actor.subjectId }),
  )
  serve(app, database, routes.pdf, async ({ actor, params, db }) => {
    const invoice = await readInvoice(db, requirePriceReader(actor), params.id)
    return { bytes: Buffer.from(await pdf.run(invoice)), type: 'application/pdf', name: `Счёт ${invoice.number}.pdf` }
  })
  serve(app, database, routes.xlsx, async ({ actor, params, db }) => {
    const invoice = await readInvoice(db, requirePriceReader(actor), params.id)
    return { bytes: await renderInvoiceXlsx(invoice), type: XLSX, name: `Счёт ${invoice.number}.xlsx` }
  })
}
