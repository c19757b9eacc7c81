import { companyScopeOf, accessScopeOf } from '../../../platform/access/index.ts'
import { orderRoutes as routes } from '@artikul/contract/ordering/orders/orders'
import { vehiclePurchaseRoutes } from '@artikul/contract/ordering/orders/vehicle-purchases'
import { purchaseRoutes } from '@artikul/contract/ordering/orders/purchases'
import type { FastifyInstance } from 'fastify'
import { isOnBehalf, serve, type Before, type Handles } from '../../../platform/http/index.ts'
import type { DrawPdf } from '../../../platform/files/pdf-pool.ts'
import { buyerOf } from '../cart/index.ts'
import type { Mailer } from '../../../platform/mail/index.ts'
import { serveCancelRequests } from './cancellations/cancel-requests.routes.ts'
import { serveChangeApprovals } from './change-approvals/change-approvals.routes.ts'
import { serveHeldOrders } from './holds/held-orders.routes.ts'
import { moveOrderLines } from './move-order.ts'
import { requerySuppliersOfLines, type RequeryBeforePlacing } from './placing/requery-before-placing.ts'
import { disputeOrder, requireVerbalConfirmation, emailPlacedOnBehalf } from './placing/on-behalf.ts'
import { placeOrders, type OrderDeps } from './placing/place-order.ts'
import { previewOrders } from './placing/preview-order.ts'
import { serveOrderLists } from './lists/order-lists.routes.ts'
import { getOrder } from './read-orders.ts'
import { listVehiclePurchases } from './lists/vehicle-purchases.ts'
import { readFrequentPurchases, readPurchases } from './lists/purchases.ts'
import { limitToRefused } from './lines/replacements.ts'
import { drawSpecification } from './specification.ts'
import { serveReplacements } from './lines/replacements.routes.ts'

export function ordersModule(
  app: FastifyInstance,
  database: Handles,
  deps: OrderDeps & { mailer: Mailer; askAgain: RequeryBeforePlacing; drawPdf: DrawPdf },
) {
  serve(app, database, routes.preview, ({ actor, query, db }) => previewOrders(db, buyerOf(actor), deps, query))
  serve(
    app,
    database,
    routes.place,
    async ({ actor, author, body, db: tx }, unanswered) => {
      const toldBy = await requireVerbalConfirmation(tx, author, body.confirmed_by)
      const orders = await limitToRefused(
        placeOrders(tx, buyerOf(actor), deps, { ...body, confirmed_by: toldBy, unanswered }),
      )
      if (isOnBehalf(author)) await emailPlacedOnBehalf(tx, deps, author, toldBy, orders)
      return { orders }
    },
    ({ actor, body, db }: Before<typeof routes.place>) =>
      requerySuppliersOfLines(db, buyerOf(actor), deps.askAgain, body.lines),
  )
  serveOrderLists(app, database, deps)
  serveChangeApprovals(app, database, deps)
  serveCancelRequests(app, database, deps)
  serveReplacements(app, database, deps)
  serveHeldOrders(app, database, deps)
  serve(app, database, purchaseRoutes.ofProducts, async ({ actor, query, db }) => ({
    results: await readPurchases(db, companyScopeOf(actor), query.product_ids),
  }))
  serve(app, database, purchaseRoutes.frequent, async ({ actor, db }) => ({
    results: await readFrequentPurchases(db, companyScopeOf(actor)),
  }))
  serve(app, database, vehiclePurchaseRoutes.ofVehicle, ({ actor, params, query, db }) =>
    listVehiclePurchases(db, companyScopeOf(actor), params.id, query),
  )
  serve(app, database, routes.get, ({ actor, params, db }) =>
    getOrder(db, { reader: accessScopeOf(actor), actor, now: deps.clock.now() }, params.id),
  )
  serve(app, database, routes.specification, ({ actor, params, db }) => drawSpecification(db, deps, actor, params.id))
  serve(app, database, routes.move, async ({ actor, author, params, body, db: tx }) => {
    await moveOrderLines(tx, { actor, author, now: deps.clock.now() }, params.id, body.moves)
    return {}
  })
  serve(app, database, routes.dispute, async ({ actor, author, params, db }) => {
    await disputeOrder(deps, db, accessScopeOf(actor), author, params.id)
    return {}
  })
}
