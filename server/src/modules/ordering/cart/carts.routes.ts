import { cartsRoutes as routes } from '@artikul/contract/ordering/carts'
import type { FastifyInstance } from 'fastify'
import { serve, type Handles } from '../../../platform/http/index.ts'
import { buyerOf, type CartDeps } from './cart.ts'
import { readSums } from './cart-totals.ts'
import { readCartFile } from './carts-file.ts'
import { selectCarts } from './carts.queries.ts'
import { restoreCart } from './restore-removed.ts'
import { chooseCart, createCart, removeCart, renameCart, moveLinesToCart } from './carts.ts'

/** «Корзины»: routes of the company's named carts. */
export function cartsRoutesOf(app: FastifyInstance, database: Handles, deps: CartDeps) {
  serve(app, database, routes.list, async ({ actor, db }) => ({ results: await selectCarts(db, buyerOf(actor)) }))
  serve(app, database, routes.sums, async ({ actor, db }) => ({
    results: await readSums(db, buyerOf(actor), deps.pricing),
  }))
  serve(app, database, routes.create, ({ actor, body, db }) => createCart(db, buyerOf(actor), body))
  serve(app, database, routes.rename, async ({ actor, params, body, db }) => {
    await renameCart(db, buyerOf(actor), params.id, body.name)
    return {}
  })
  serve(app, database, routes.choose, ({ actor, params, db }) => chooseCart(db, buyerOf(actor), params.id))
  serve(app, database, routes.file, ({ actor, params, db }) => readCartFile(db, buyerOf(actor), deps, params.id))
  serve(app, database, routes.take, ({ actor, params, body, db }) =>
    moveLinesToCart(db, buyerOf(actor), { cartId: params.id, lineIds: body.line_ids, copy: body.copy }),
  )
  serve(app, database, routes.remove, ({ actor, params, db }) =>
    removeCart(db, buyerOf(actor), params.id, deps.clock.now()),
  )
  serve(app, database, routes.restore, async ({ actor, params, db }) => {
    await restoreCart(db, buyerOf(actor), params.id, deps.clock.now())
    return {}
  })
}
