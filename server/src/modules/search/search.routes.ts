import { isContractorUser } from '@artikul/contract/roles'
import { searchRoutes as routes } from '@artikul/contract/search'
import type { FastifyInstance } from 'fastify'
import { requireContractor, serve, type Handles } from '../../platform/http/index.ts'
import { searchByArticle, type SearchDeps } from './search.service.ts'

export function searchModule(app: FastifyInstance, database: Handles, deps: SearchDeps) {
  serve(app, database, routes.byArticle, ({ actor, query }) =>
    searchByArticle(deps, isContractorUser(actor.roles) ? requireContractor(actor) : null, query),
  )
}
