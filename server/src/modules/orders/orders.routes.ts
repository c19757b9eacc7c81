import { orderRoutes as routes } from '@artikul/contract/orders'
import type { FastifyInstance } from 'fastify'
import { ownerOf, requireContractor, serve } from '../../platform/http/index.ts'
import { pageOf, paginationOf } from '../../platform/paging.ts'
import { placeOrders, previewOrders, type OrderDeps } from './orders.place.ts'
import { selectOrders } from './orders.queries.ts'
import { presentOrderRow, readOrder } from './orders.read.ts'

export function ordersModule(app: FastifyInstance, deps: OrderDeps) {
  const { db } = deps
  serve(app, db, routes.preview, ({ actor }) => previewOrders(deps, requireContractor(actor)))
  serve(app, db, routes.place, async ({ actor, body, db: tx }) => {
    const author = { actorId: actor.userId, subjectId: actor.subjectId }
    return { orders: await placeOrders(tx, deps, requireContractor(actor), author, body) }
  })
  serve(app, db, routes.list, async ({ actor, query }) => {
    const page = pageOf(query)
    const { rows, total } = await selectOrders(db, ownerOf(actor), query, page)
    return { results: rows.map(presentOrderRow), pagination: paginationOf(page, total) }
  })
  serve(app, db, routes.get, ({ actor, params }) => readOrder(db, ownerOf(actor), actor.roles, params.id))
}
