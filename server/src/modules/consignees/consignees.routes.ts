import { consigneeRoutes as routes } from '@artikul/contract/consignees'
import type { FastifyInstance } from 'fastify'
import { serve, type Handles } from '../../platform/http/index.ts'
import { selectConsignees } from './consignees.queries.ts'
import { memberOf } from './consignees.reader.ts'

export function consigneesModule(app: FastifyInstance, database: Handles) {
  serve(app, database, routes.options, async ({ actor, db }) => ({
    results: await selectConsignees(db, memberOf(actor)),
  }))
}
