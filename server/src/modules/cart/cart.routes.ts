import { cartRoutes as routes } from '@artikul/contract/cart'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../../platform/errors.ts'
import { requireContractor, serve, type Actor } from '../../platform/http/index.ts'
import { deleteCartLines, updateCartLines } from './cart.queries.ts'
import { addToCart, changeCartLine, readCart, requireOwnConsignee, type CartDeps } from './cart.service.ts'

const buyerOf = (actor: Actor) => ({
  contractorId: requireContractor(actor),
  actorId: actor.userId,
  subjectId: actor.subjectId,
})

export function cartModule(app: FastifyInstance, deps: CartDeps) {
  const { db } = deps
  serve(app, db, routes.get, ({ actor }) => readCart(deps, requireContractor(actor)))
  serve(app, db, routes.add, ({ actor, body }) => addToCart(deps, buyerOf(actor), body))
  serve(app, db, routes.change, ({ actor, params, body }) =>
    changeCartLine(deps, requireContractor(actor), params.id, body),
  )
  serve(app, db, routes.select, async ({ actor, body }) => {
    const contractorId = requireContractor(actor)
    await requireOwnConsignee(db, contractorId, body.consignee_id)
    const { line_ids, ...patch } = body
    await updateCartLines(db, contractorId, line_ids, patch)
    return {}
  })
  serve(app, db, routes.remove, async ({ actor, params }) => {
    const removed = await deleteCartLines(db, requireContractor(actor), [params.id])
    if (removed === 0) throw new AppError('not_found', { detail: 'Строка корзины не найдена' })
    return {}
  })
}
