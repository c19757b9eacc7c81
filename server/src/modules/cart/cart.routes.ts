import { cartRoutes as routes } from '@artikul/contract/cart'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../../platform/errors.ts'
import { serve, type Handles } from '../../platform/http/index.ts'
import { memberOf } from '../consignees/index.ts'
import { deleteCartLines, updateCartLines } from './cart.queries.ts'
import { sendForPlacing } from './cart.send.ts'
import { addToCart, buyerOf, changeCartLine, readCart, requireOwnConsignee, type CartDeps } from './cart.service.ts'

export function cartModule(app: FastifyInstance, database: Handles, { mailer, pricing }: CartDeps) {
  serve(app, database, routes.get, ({ actor, db }) => readCart(db, memberOf(actor), pricing))
  serve(app, database, routes.add, ({ actor, body, db }) => addToCart(db, buyerOf(actor), pricing, body))
  serve(app, database, routes.change, ({ actor, params, body, db }) =>
    changeCartLine(db, memberOf(actor), pricing, params.id, body),
  )
  serve(app, database, routes.select, async ({ actor, body, db }) => {
    const member = memberOf(actor)
    await requireOwnConsignee(db, member, body.consignee_id)
    const { line_ids, ...patch } = body
    await updateCartLines(db, member, line_ids, patch)
    return {}
  })
  serve(app, database, routes.remove, async ({ actor, params, db }) => {
    const removed = await deleteCartLines(db, memberOf(actor), [params.id])
    if (removed === 0) throw new AppError('not_found', { detail: 'Строка корзины не найдена' })
    return {}
  })
  serve(app, database, routes.sendForPlacing, async ({ actor, body, db }) => ({
    sent_to: await sendForPlacing(db, mailer, buyerOf(actor), body.comment),
  }))
}
