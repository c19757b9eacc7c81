import { supplierReturnRoutes as routes } from '@artikul/contract/purchasing/supplier-returns'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../../platform/db/index.ts'
import { serve } from '../../../platform/http/index.ts'
import { pageOf, paginationOf } from '../../../platform/paging.ts'
import * as service from './supplier-returns.ts'
import { selectReturns, selectReturnSources } from './supplier-returns.queries.ts'

export function supplierReturnsModule(app: FastifyInstance, database: Database, deps: service.ReturnDeps) {
  serve(app, database, routes.list, async ({ db, query }) => {
    const page = pageOf(query)
    const { rows, total } = await selectReturns(db, query, page)
    return { results: rows.map(service.presentReturn), pagination: paginationOf(page, total) }
  })
  serve(app, database, routes.sources, async ({ db }) => ({ results: await selectReturnSources(db) }))
  serve(app, database, routes.ofClaim, ({ db, params }) => service.readOfClaim(db, params.id))
  serve(app, database, routes.get, ({ db, params }) => service.readReturn(db, params.id))
  serve(app, database, routes.create, ({ db: tx, author, body }) =>
    service.createReturns(tx, author, body, deps.clock.now()),
  )
  serve(app, database, routes.update, ({ db, author, params, body }) =>
    db.transaction().execute((tx) => service.changeReturn(tx, author, { ...params, ...body })),
  )
  serve(app, database, routes.send, ({ db, author, params, body }) =>
    db.transaction().execute((tx) => service.sendReturn(tx, deps, author, { ...params, ...body })),
  )
  serve(app, database, routes.answer, ({ db, author, params, body }) =>
    db.transaction().execute((tx) => service.answerReturn(tx, deps, author, { ...params, ...body })),
  )
  serve(app, database, routes.goodsSent, ({ db, author, params, body }) =>
    db.transaction().execute((tx) => service.markGoodsSent(tx, author, { ...params, ...body })),
  )
  serve(app, database, routes.finish, ({ db, author, params, body }) =>
    db.transaction().execute((tx) => service.finishReturn(tx, deps, author, { ...params, ...body })),
  )
  serve(app, database, routes.discard, async ({ db, author, params, body }) => {
    await db.transaction().execute((tx) => service.discardReturn(tx, author, { ...params, ...body }))
    return {}
  })
}
