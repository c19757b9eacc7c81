import { orderRoutes as routes } from '@artikul/contract/orders'
import type { FastifyInstance } from 'fastify'
import { ownerOf, requireContractor, serve, type Handles } from '../../platform/http/index.ts'
import type { Mailer } from '../mails/index.ts'
import { pageOf, paginationOf } from '../../platform/paging.ts'
import { placeOrders, previewOrders, type OrderDeps } from './orders.place.ts'
import { selectOrders } from './orders.queries.ts'
import { presentOrderRow, readOrder } from './orders.read.ts'

export function ordersModule(app: FastifyInstance, database: Handles, deps: OrderDeps & { mailer: Mailer }) {
  serve(app, database, routes.preview, ({ actor, db }) => previewOrders(db, requireContractor(actor), deps))
  serve(app, database, routes.place, async ({ actor, body, db: tx }) => {
    const author = { actorId: actor.userId, subjectId: actor.subjectId }
    return { orders: await placeOrders(tx, requireContractor(actor), deps, author, body) }
  })
  serve(app, database, routes.list, async ({ actor, query, db }) => {
    const page = pageOf(query)
    const { rows, total } = await selectOrders(db, ownerOf(actor), query, page)
    return { results: rows.map(presentOrderRow), pagination: paginationOf(page, total) }
  })
  serve(app, database, routes.get, ({ actor, params, db }) => readOrder(db, ownerOf(actor), actor.roles, params.id))
}
