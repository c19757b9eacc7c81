import { companyScopeOf } from '../../../platform/access/index.ts'
import { homeRoutes as routes } from '@artikul/contract/workspace/home'
import type { FastifyInstance } from 'fastify'
import { serve, type Handles } from '../../../platform/http/index.ts'
import { readCutoffs, readToday, type HomeDeps } from './home.ts'

/** Routes of a client's home page. */
export function homeModule(app: FastifyInstance, database: Handles, deps: HomeDeps) {
  serve(app, database, routes.today, ({ actor, db }) => readToday(db, deps, companyScopeOf(actor)))
  serve(app, database, routes.cutoffs, async ({ actor, db, query }) => ({
    results: await readCutoffs(db, deps, companyScopeOf(actor), query.consignee_id),
  }))
}
