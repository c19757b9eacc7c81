import { replacementRoutes as routes } from '@artikul/contract/ordering/orders/replacements'
import type { FastifyInstance } from 'fastify'
import { isOnBehalf, serve, type Before, type Handles } from '../../../../platform/http/index.ts'
import { buyerOf } from '../../cart/index.ts'
import { selectOfferPair } from '../../../catalog/index.ts'
import type { Mailer } from '../../../../platform/mail/index.ts'
import type { RequeryBeforePlacing } from '../placing/requery-before-placing.ts'
import { requireVerbalConfirmation, emailPlacedOnBehalf } from '../placing/on-behalf.ts'
import type { OrderDeps } from '../placing/place-order.ts'
import { orderReplacement, replacementToCart } from './replacements.ts'

/** Routes for replacements of refused lines. */
export function serveReplacements(
  app: FastifyInstance,
  database: Handles,
  deps: OrderDeps & { mailer: Mailer; askAgain: RequeryBeforePlacing },
) {
  serve(
    app,
    database,
    routes.order,
    async ({ actor, author, params, body, db: tx }, unanswered) => {
      const toldBy = await requireVerbalConfirmation(tx, author, undefined)
      const placing = { lineId: params.id, input: body, toldBy, unanswered }
      const orders = await orderReplacement(tx, buyerOf(actor), deps, placing)
      if (isOnBehalf(author)) await emailPlacedOnBehalf(tx, deps, author, toldBy, orders)
      return { orders }
    },
    ({ body, db }: Before<typeof routes.order>) =>
      deps.askAgain(async () => {
        const pair = await selectOfferPair(db, body.offer_id)
        return pair ? [pair] : []
      }),
  )
  serve(app, database, routes.toCart, ({ actor, params, body, db: tx }) =>
    replacementToCart(tx, buyerOf(actor), deps, params.id, body),
  )
}
