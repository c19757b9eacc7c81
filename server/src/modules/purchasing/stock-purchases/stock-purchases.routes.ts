import { articleKey } from '@artikul/contract/catalog/article'
import { stockPurchaseRoutes as routes } from '@artikul/contract/purchasing/stock-purchases'
import type { FastifyInstance } from 'fastify'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/db/index.ts'
import { serve } from '../../../platform/http/index.ts'
import { pageOf, paginationOf } from '../../../platform/paging.ts'
import * as drafts from './drafts.ts'
import * as service from './proposals.ts'
import { selectPurchaseChoices, selectProposals } from './proposals.queries.ts'
import { selectPurchaseSettings } from './settings.queries.ts'

export function stockPurchasesModule(app: FastifyInstance, database: Database, { clock }: { clock: Clock }) {
  serve(app, database, routes.list, async ({ db, query: { q = '', show = 'proposed', ...query } }) => {
    const page = pageOf(query)
    const filter = { ...query, articleKey: articleKey(q), show }
    const [{ rows, total, total_kop }, { computed_at }] = await Promise.all([
      selectProposals(db, filter, page),
      selectPurchaseSettings(db),
    ])
    return {
      results: rows.map(service.presentProposal),
      pagination: paginationOf(page, total),
      total_kop,
      computed_at: computed_at?.toISOString() ?? null,
    }
  })
  serve(app, database, routes.choices, ({ db }) => selectPurchaseChoices(db))
  serve(app, database, routes.buy, ({ db: tx, author, body }) => service.buy(tx, author, body, clock.now()))
  serve(app, database, routes.setRule, ({ db, author, body }) =>
    db.transaction().execute((tx) => service.setRule(tx, author, body, clock.now())),
  )
  serve(app, database, routes.compute, async ({ db }) => {
    await db.transaction().execute(service.requestComputation)
    return {}
  })
  serve(app, database, routes.settings, ({ db }) => service.readSettings(db))
  serve(app, database, routes.updateSettings, ({ db, author, body }) =>
    db.transaction().execute((tx) => service.changeSettings(tx, author, body)),
  )
  serve(app, database, routes.changeDraft, ({ db, author, params, body }) =>
    db.transaction().execute((tx) => drafts.changeDraft(tx, author, { ...params, ...body }, clock.now())),
  )
  serve(app, database, routes.sendDraft, async ({ db, author, params, body }) => {
    await db.transaction().execute((tx) => drafts.sendDraft(tx, author, { ...params, ...body }, clock.now()))
    return {}
  })
  serve(app, database, routes.deleteDraft, async ({ db, author, params, body }) => {
    await db.transaction().execute((tx) => drafts.discardDraft(tx, author, { ...params, ...body }, clock.now()))
    return {}
  })
}
