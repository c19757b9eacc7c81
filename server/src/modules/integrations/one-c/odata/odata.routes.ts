import { oneCOdataRoutes as routes } from '@artikul/contract/integrations/one-c-odata'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../../../platform/db/index.ts'
import { serve } from '../../../../platform/http/index.ts'
import { requireNode } from '../nodes.ts'
import * as connections from './connections.ts'
import { listNewCompanies, resendCompany } from './new-companies.ts'
import type { OdataDeps } from './odata.jobs.ts'

/** Routes of the screens about reading 1C over OData. */
export function odataModule(app: FastifyInstance, database: Database, deps: OdataDeps) {
  serve(app, database, routes.get, async ({ db, params }) => {
    await requireNode(db, params.id)
    return { connection: await connections.readConnection(db, deps, params.id) }
  })
  serve(app, database, routes.save, ({ db, author, params, body }) =>
    connections.saveConnection(db, deps, author, params.id, body),
  )
  serve(app, database, routes.check, ({ db, params }) => connections.requestRound(db, deps, params.id, 'check'))
  serve(app, database, routes.readNow, ({ db, params }) => connections.requestRound(db, deps, params.id, 'read'))
  serve(app, database, routes.objects, async ({ db, params, query }) => {
    await requireNode(db, params.id)
    return connections.listObjects(db, params.id, query)
  })
  serve(app, database, routes.newCompanies, async ({ db, params }) => {
    await requireNode(db, params.id)
    return { results: await listNewCompanies(db, params.id) }
  })
  serve(app, database, routes.resendCompany, ({ db, author, params, body }) =>
    resendCompany(db, author, params.id, body.contractor_id),
  )
  serve(app, database, routes.match, ({ db, author, params, body }) =>
    connections.matchObject(db, deps, author, params.id, body),
  )
}
