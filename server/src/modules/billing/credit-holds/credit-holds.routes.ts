import { blockRoutes as routes } from '@artikul/contract/billing/credit-holds'
import type { FastifyInstance } from 'fastify'
import type { Clock } from '../../../platform/clock.ts'
import { serve, type Handles } from '../../../platform/http/index.ts'
import { pageOf, paginationOf } from '../../../platform/paging.ts'
import { declineCreditHoldOverride, liftCreditHoldOverride, listBlocked, unblock } from './credit-holds.ts'

export function creditHoldsModule(app: FastifyInstance, database: Handles, deps: { clock: Clock }) {
  serve(app, database, routes.list, async ({ db, query }) => {
    const page = pageOf(query)
    const { results, total, askedCount } = await listBlocked(db, deps.clock, query, page)
    return { results, pagination: paginationOf(page, total), asked_count: askedCount }
  })
  serve(app, database, routes.unblock, ({ db: tx, author, params, body }) =>
    unblock(tx, deps, author, { ...params, ...body }),
  )
  serve(app, database, routes.lift, async ({ db, author, params }) => {
    await db.transaction().execute((tx) => liftCreditHoldOverride(tx, deps, author, params.id))
    return {}
  })
  serve(app, database, routes.decline, async ({ db, author, params, body }) => {
    await db.transaction().execute((tx) => declineCreditHoldOverride(tx, deps, author, { ...params, ...body }))
    return {}
  })
}
