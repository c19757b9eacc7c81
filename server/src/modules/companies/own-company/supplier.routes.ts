import { supplierRoutes as routes } from '@artikul/contract/companies/legal'
import type { FastifyInstance } from 'fastify'
import type { Clock } from '../../../platform/clock.ts'
import { serve, type Handles } from '../../../platform/http/index.ts'
import { readTextInForce } from './legal.ts'
import { selectOffices, selectOwnSellers } from './supplier.queries.ts'

export function supplierModule(app: FastifyInstance, database: Handles, { clock }: { clock: Clock }) {
  serve(app, database, routes.legal, ({ params, db }) => readTextInForce(db, params.kind, clock.now()))
  serve(app, database, routes.contacts, async ({ db }) => {
    const [offices, sellers] = await Promise.all([selectOffices(db), selectOwnSellers(db)])
    return {
      offices: offices.map(({ longitude, latitude, ...office }) => ({
        ...office,
        coordinates: longitude === null || latitude === null ? null : ([longitude, latitude] as [number, number]),
      })),
      sellers,
    }
  })
}
