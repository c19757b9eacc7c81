import { cartRoutes as routes } from '@artikul/contract/cart'
import type { FastifyInstance } from 'fastify'
import { serve, type Handles } from '../../platform/http/index.ts'
import { memberOf } from '../consignees/index.ts'
import { updateCartLines } from './cart.queries.ts'
import { sendForPlacing } from './cart.send.ts'
import {
  addToCart,
  buyerOf,
  changeCartLine,
  promiseAnew,
  readCart,
  removeCartLine,
  requireOwnConsignee,
  type CartDeps,
} from './cart.service.ts'

export function cartModule(app: FastifyInstance, database: Handles, deps: CartDeps) {
  const { mailer, pricing } = deps
  serve(app, database, routes.get, ({ actor, db }) => readCart(db, memberOf(actor), pricing))
  serve(app, database, routes.add, ({ actor, body, db }) => addToCart(db, buyerOf(actor), deps, body))
  serve(app, database, routes.change, ({ actor, params, body, db }) =>
    changeCartLine(db, buyerOf(actor), pricing, params.id, body),
  )
  serve(app, database, routes.select, async ({ actor, body, db }) => {
    const buyer = buyerOf(actor)
    await requireOwnConsignee(db, buyer, body.consignee_id)
    const { line_ids, ...patch } = body
    await updateCartLines(db, buyer, line_ids, patch)
    if (patch.consignee_id !== undefined) await promiseAnew(db, buyer, pricing, line_ids)
    return {}
  })
  serve(app, database, routes.remove, async ({ actor, author, params, db }) => {
    await removeCartLine(db, memberOf(actor), author, params.id)
    return {}
  })
  serve(app, database, routes.sendForPlacing, async ({ actor, author, body, db }) => ({
    sent_to: await sendForPlacing(db, mailer, { buyer: buyerOf(actor), author }, body.comment),
  }))
}
