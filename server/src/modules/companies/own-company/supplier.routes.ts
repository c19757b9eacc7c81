import { supplierRoutes as routes } from '@artikul/contract/companies/legal'
import { sellerRoutes } from '@artikul/contract/companies/sellers'
import type { FastifyInstance } from 'fastify'
import type { Clock } from '../../../platform/clock.ts'
import { serve, type Handles } from '../../../platform/http/index.ts'
import { readTextInForce } from './legal.ts'
import { addPicture, readPicture, removePicture } from './seller-pictures.ts'
import { changeSeller, closeSeller, createSeller, listSellers } from './sellers.ts'
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

export function sellersModule(app: FastifyInstance, database: Handles, { clock }: { clock: Clock }) {
  serve(app, database, sellerRoutes.list, async ({ db }) => ({ results: await listSellers(db) }))
  serve(app, database, sellerRoutes.create, async ({ author, body, db }) => ({
    id: await createSeller(db, author, body),
  }))
  serve(app, database, sellerRoutes.update, ({ author, body, db, params }) => changeSeller(db, author, params.id, body))
  serve(app, database, sellerRoutes.addPicture, ({ author, body, db, params, query }) =>
    addPicture(db, author, { sellerId: params.id, kind: query.kind, path: body.path, now: clock.now() }),
  )
  serve(app, database, sellerRoutes.removePicture, async ({ author, db, params }) => {
    await removePicture(db, author, params.id, clock.now())
    return {}
  })
  serve(app, database, sellerRoutes.picture, ({ db, params }) => readPicture(db, params.id))
  serve(app, database, sellerRoutes.close, async ({ author, body, db, params }) => {
    await closeSeller(db, author, { id: params.id, version: body.version, closedAt: clock.now() })
    return {}
  })
  serve(app, database, sellerRoutes.reopen, async ({ author, body, db, params }) => {
    await closeSeller(db, author, { id: params.id, version: body.version, closedAt: null })
    return {}
  })
}
