import { waitingOrderRoutes as routes } from '@artikul/contract/ordering/orders/held-orders'
import type { FastifyInstance } from 'fastify'
import { serve, type Handles } from '../../../../platform/http/index.ts'
import { requestCreditHoldOverride, placePart, prepayOrder } from './held-orders.ts'
import type { OrderDeps } from '../placing/place-order.ts'

/** Routes of the three options for an order under a credit hold. */
export function serveHeldOrders(app: FastifyInstance, database: Handles, deps: OrderDeps) {
  serve(app, database, routes.prepay, ({ actor, author, params, db: tx }) =>
    prepayOrder(tx, deps, { actor, author }, params.id),
  )
  serve(app, database, routes.placePart, async ({ actor, author, params, body, db: tx }) => {
    await placePart(tx, deps, { actor, author }, { id: params.id, lineIds: body.line_ids })
    return {}
  })
  serve(app, database, routes.askCreditHoldOverride, async ({ actor, author, params, body, db: tx }) => {
    await requestCreditHoldOverride(tx, deps, { actor, author }, { id: params.id, message: body.message ?? '' })
    return {}
  })
}
