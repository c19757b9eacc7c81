import { searchLogRoutes as routes } from '@artikul/contract/analytics/searches'
import type { FastifyInstance } from 'fastify'
import { requireContractor, serve, type Handles } from '../../../platform/http/index.ts'
import { selectRecentSearches } from './search-log.queries.ts'

const RECENT_LIMIT = 20

export function searchLogModule(app: FastifyInstance, database: Handles) {
  serve(app, database, routes.recent, async ({ actor, db }) => {
    const rows = await selectRecentSearches(db, requireContractor(actor), RECENT_LIMIT)
    return { results: rows.map((row) => ({ ...row, searched_at: row.searched_at.toISOString() })) }
  })
}
