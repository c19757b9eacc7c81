import { newInvoiceRoutes as routes } from '@artikul/contract/billing/new-invoice'
import type { FastifyInstance } from 'fastify'
import type { Sql } from '../../../platform/db/index.ts'
import { serve, type Handles } from '../../../platform/http/index.ts'
import { listBuyers, listContracts, listPayable } from './choices.ts'
import type { InvoicesDeps } from './compose.ts'
import { updateInvoiceDraft, listInvoiceDrafts, removeDraft, saveDraft } from './drafts.ts'
import { findGoods } from './find.ts'
import { cancelInvoice, issueInvoice, previewInvoice } from './issue.ts'
import { personOf } from './person.ts'

/** «Новый счёт на оплату»: routes of invoices that cover more than one order or none. */
export function invoicesModule(app: FastifyInstance, database: Handles, deps: InvoicesDeps & { driver: Sql }) {
  serve(app, database, routes.buyers, async ({ db, query }) => ({ results: await listBuyers(db, query.q ?? '') }))
  serve(app, database, routes.contracts, ({ actor, author, db, query }) =>
    listContracts(db, deps, personOf(actor, author), query.contractor_id),
  )
  serve(app, database, routes.payable, ({ actor, author, db, query }) =>
    listPayable(db, personOf(actor, author), query.contract_id),
  )
  serve(app, database, routes.find, async ({ actor, author, db, body }) => ({
    rows: await findGoods(db, deps, personOf(actor, author), body),
  }))
  serve(app, database, routes.preview, ({ actor, author, db, body }) =>
    previewInvoice(db, deps, personOf(actor, author), body),
  )
  serve(app, database, routes.issue, ({ actor, author, db: tx, body }) =>
    issueInvoice(tx, deps, personOf(actor, author), body),
  )
  serve(app, database, routes.cancel, async ({ actor, author, db, params, body }) => {
    await cancelInvoice(db, deps, personOf(actor, author), { ...params, ...body })
    return {}
  })
  serve(app, database, routes.drafts, async ({ actor, author, db }) => ({
    results: await listInvoiceDrafts(db, personOf(actor, author)),
  }))
  serve(app, database, routes.saveDraft, ({ actor, author, db: tx, body }) =>
    saveDraft(tx, deps, personOf(actor, author), body),
  )
  serve(app, database, routes.changeDraft, ({ actor, author, db, params, body }) =>
    updateInvoiceDraft(db, deps, personOf(actor, author), { ...params, ...body }),
  )
  serve(app, database, routes.removeDraft, async ({ actor, author, db, params }) => {
    await removeDraft(db, personOf(actor, author), params.id)
    return {}
  })
}
