import { orderTemplateRoutes as routes } from '@artikul/contract/ordering/orders/order-templates'
import type { FastifyInstance } from 'fastify'
import { serve, type Handles } from '../../../platform/http/index.ts'
import { buyerOf } from '../cart/index.ts'
import { listCallerOf, type ListDeps } from '../bulk-orders/bulk-orders.ts'
import {
  createTemplate,
  listOfTemplate,
  listTemplates,
  removeTemplate,
  renameTemplate,
  restoreTemplate,
} from './templates.ts'

/** «Шаблоны заказов»: routes of saved, named lines of carts and orders. */
export function templatesRoutesOf(app: FastifyInstance, database: Handles, deps: ListDeps) {
  serve(app, database, routes.list, async ({ actor, db }) => ({ results: await listTemplates(db, buyerOf(actor)) }))
  serve(app, database, routes.create, ({ actor, body, db }) => createTemplate(db, buyerOf(actor), deps.clock, body))
  serve(app, database, routes.rename, async ({ actor, params, body, db }) => {
    await renameTemplate(db, buyerOf(actor), params.id, body.name)
    return {}
  })
  serve(app, database, routes.remove, async ({ actor, author, params, db }) => {
    await removeTemplate(db, buyerOf(actor), author, { ...params, now: deps.clock.now() })
    return {}
  })
  serve(app, database, routes.restore, async ({ actor, params, db }) => {
    await restoreTemplate(db, buyerOf(actor), { ...params, now: deps.clock.now() })
    return {}
  })
  serve(app, database, routes.toList, (call) =>
    listOfTemplate(
      call.db,
      deps,
      { caller: listCallerOf(call), buyer: buyerOf(call.actor) },
      { id: call.params.id, consigneeId: call.body.consignee_id },
    ),
  )
}
