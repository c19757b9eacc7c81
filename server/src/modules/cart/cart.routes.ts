import { cartRoutes as routes } from '@artikul/contract/cart'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../../platform/errors.ts'
import { requireContractor, serve, type Actor, type Handles } from '../../platform/http/index.ts'
import { deleteCartLines, updateCartLines } from './cart.queries.ts'
import { addToCart, changeCartLine, readCart, requireOwnConsignee, type CartDeps } from './cart.service.ts'

const buyerOf = (actor: Actor) => ({
  contractorId: requireContractor(actor),
  actorId: actor.userId,
  subjectId: actor.subjectId,
})

export function cartModule(app: FastifyInstance, database: Handles, { pricing }: CartDeps) {
  serve(app, database, routes.get, ({ actor, db }) => readCart(db, requireContractor(actor), pricing))
  serve(app, database, routes.add, ({ actor, body, db }) => addToCart(db, buyerOf(actor), pricing, body))
  serve(app, database, routes.change, ({ actor, params, body, db }) =>
    changeCartLine(db, requireContractor(actor), pricing, params.id, body),
  )
  serve(app, database, routes.select, async ({ actor, body, db }) => {
    const contractorId = requireContractor(actor)
    await requireOwnConsignee(db, contractorId, body.consignee_id)
    const { line_ids, ...patch } = body
    await updateCartLines(db, contractorId, line_ids, patch)
    return {}
  })
  serve(app, database, routes.remove, async ({ actor, params, db }) => {
    const removed = await deleteCartLines(db, requireContractor(actor), [params.id])
    if (removed === 0) throw new AppError('not_found', { detail: 'Строка корзины не найдена' })
    return {}
  })
}
