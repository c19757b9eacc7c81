import { ledgerEntryRoutes as routes } from '@artikul/contract/billing/ledger-entries'
import type { FastifyInstance } from 'fastify'
import type { Clock } from '../../../platform/clock.ts'
import { serve, type Handles } from '../../../platform/http/index.ts'
import { pageOf, paginationOf } from '../../../platform/paging.ts'
import { selectEntries } from './ledger-entries.queries.ts'
import { createEntry, presentEntry, undoEntry } from './ledger-entries.ts'

/**
 * Routes of entries that change settlements without a document: typed by an accountant, shown to the buyer in the
 * statement.
 */
export function ledgerEntriesModule(app: FastifyInstance, database: Handles, { clock }: { clock: Clock }) {
  serve(app, database, routes.list, async ({ db, query }) => {
    const page = pageOf(query)
    const rows = await selectEntries(db, query.q, page)
    return { results: rows.map(presentEntry), pagination: paginationOf(page, rows[0]?.total ?? 0) }
  })
  serve(app, database, routes.create, ({ db: tx, author, body }) => createEntry(tx, author, body, clock.now()))
  serve(app, database, routes.cancel, async ({ db: tx, author, params, body }) => {
    await undoEntry(tx, author, params.id, body.reason, clock.now())
    return {}
  })
}
