import { cartRoutes as routes } from '@artikul/contract/ordering/cart'
import type { FastifyInstance } from 'fastify'
import { serve, type Handles } from '../../../platform/http/index.ts'
import { addManyToCart } from './add-many.ts'
import { cartsRoutesOf } from './carts.routes.ts'
import { selectCurrentCart } from './current-cart.queries.ts'
import { updateCartLines } from './cart.queries.ts'
import { readCart } from './read-cart.ts'
import { restoreCartLines } from './restore-removed.ts'
import { sendForPlacing } from './send-for-placing.ts'
import {
  addToCart,
  buyerOf,
  changeCartLine,
  promiseAnew,
  removeLine,
  removeLines,
  requireOwnConsignee,
  type CartDeps,
} from './cart.ts'

export function cartModule(app: FastifyInstance, database: Handles, deps: CartDeps) {
  const { mailer, pricing } = deps
  serve(app, database, routes.get, ({ actor, db }) => readCart(db, buyerOf(actor), deps))
  serve(app, database, routes.add, ({ actor, body, db }) => addToCart(db, buyerOf(actor), deps, body))
  serve(app, database, routes.addMany, ({ actor, body, db }) => addManyToCart(db, buyerOf(actor), pricing, body))
  serve(app, database, routes.change, ({ actor, params, body, db }) =>
    changeCartLine(db, buyerOf(actor), pricing, params.id, body),
  )
  serve(app, database, routes.select, async ({ actor, body, db }) => {
    const buyer = buyerOf(actor)
    await requireOwnConsignee(db, buyer, body.consignee_id)
    const { line_ids, ...patch } = body
    const of = line_ids ? { ids: line_ids } : { cartId: (await selectCurrentCart(db, buyer))?.id ?? 0 }
    await updateCartLines(db, buyer, of, patch)
    if (patch.consignee_id !== undefined) await promiseAnew(db, buyer, pricing, of)
    return {}
  })
  serve(app, database, routes.remove, async ({ actor, author, params, db }) => {
    await removeLine(db, buyerOf(actor), author, { id: params.id, now: deps.clock.now() })
    return {}
  })
  serve(app, database, routes.removeMany, async ({ actor, author, body, db }) => ({
    removed_ids: await removeLines(db, buyerOf(actor), author, { ids: body.line_ids, now: deps.clock.now() }),
  }))
  serve(app, database, routes.restore, async ({ actor, body, db }) => {
    await restoreCartLines(db, buyerOf(actor), body.line_ids, deps.clock.now())
    return {}
  })
  cartsRoutesOf(app, database, deps)
  serve(app, database, routes.sendForPlacing, async ({ actor, author, body, db }) => ({
    sent_to: await sendForPlacing(db, mailer, { buyer: buyerOf(actor), author }, body.comment),
  }))
}
