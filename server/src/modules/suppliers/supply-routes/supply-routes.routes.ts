import { supplyRouteRoutes as routes } from '@artikul/contract/suppliers/supply-routes'
import type { FastifyInstance } from 'fastify'
import type { Clock } from '../../../platform/clock.ts'
import { serve, type Handles } from '../../../platform/http/index.ts'
import { changeSupplyRoute, createWarehouse, updateWarehouseOfRoute, listSupplyRoutes } from './supply-routes.ts'

export function supplyRoutesModule(app: FastifyInstance, database: Handles, { clock }: { clock: Clock }) {
  serve(app, database, routes.list, async ({ db }) => ({ results: await listSupplyRoutes(db, clock.now()) }))
  serve(app, database, routes.update, ({ author, body, db, params }) => changeSupplyRoute(db, author, params.id, body))
  serve(app, database, routes.createWarehouse, async ({ author, body, db }) => ({
    id: await createWarehouse(db, author, body),
  }))
  serve(app, database, routes.updateWarehouse, ({ author, body, db, params }) =>
    updateWarehouseOfRoute(db, author, params.id, body),
  )
}
