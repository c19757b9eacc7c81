import { contractorRoutes as routes } from '@artikul/contract/contractors'
import { isContractorUser } from '@artikul/contract/roles'
import type { FastifyInstance } from 'fastify'
import { serve, type Handles } from '../../platform/http/index.ts'
import { pageOf, paginationOf } from '../../platform/paging.ts'
import { selectContractors } from './contractors.queries.ts'

export function contractorsModule(app: FastifyInstance, database: Handles) {
  serve(app, database, routes.list, async ({ actor, query, db }) => {
    const page = pageOf(query)
    const { rows, total } = await selectContractors(
      db,
      isContractorUser(actor.roles) ? actor.subjectId : null,
      query.q,
      page,
    )
    return { results: rows, pagination: paginationOf(page, total) }
  })
}
