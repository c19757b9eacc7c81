import { sourceRoutes as routes } from '@artikul/contract/suppliers/supply-routes'
import type { FastifyInstance } from 'fastify'
import type { Clock } from '../../../platform/clock.ts'
import { serve, type Handles } from '../../../platform/http/index.ts'
import { changeSource, updateWarehouseOfSource, listSources } from './supply-routes.ts'

export function sourcesModule(app: FastifyInstance, database: Handles, { clock }: { clock: Clock }) {
  serve(app, database, routes.list, async ({ db }) => ({ results: await listSources(db, clock.now()) }))
  serve(app, database, routes.update, ({ author, body, db, params }) => changeSource(db, author, params.id, body))
  serve(app, database, routes.updateWarehouse, ({ author, body, db, params }) =>
    updateWarehouseOfSource(db, author, params.id, body),
  )
}
