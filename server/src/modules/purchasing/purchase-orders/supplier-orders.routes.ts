import { FACT_DAYS, supplierFactsRoutes } from '@artikul/contract/purchasing/supplier-facts'
import { supplierOrderHistoryRoutes } from '@artikul/contract/purchasing/supplier-order-history'
import { supplierOrderRoutes as routes } from '@artikul/contract/purchasing/supplier-orders'
import type { FastifyInstance } from 'fastify'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/errors.ts'
import { serve } from '../../../platform/http/index.ts'
import { pageOf, paginationOf } from '../../../platform/paging.ts'
import { settleCancellation } from './cancel.ts'
import { selectAnswerFacts } from './answers/facts.queries.ts'
import * as service from './supplier-orders.ts'
import { countWaiting, selectSupplierOrders, selectWaitingLines } from './supplier-orders.queries.ts'

const DAY_MS = 86_400_000

export function supplierOrdersModule(app: FastifyInstance, database: Database, { clock }: { clock: Clock }) {
  serve(app, database, routes.list, async ({ db, query }) => {
    const page = pageOf(query)
    const { rows, total } = await selectSupplierOrders(db, query, page)
    return { results: rows.map(service.presentOrder), pagination: paginationOf(page, total) }
  })
  serve(app, database, routes.queues, async ({ db }) => ({ results: await service.listQueues(db) }))
  serve(app, database, routes.waiting, async ({ db, query }) => {
    const page = pageOf(query)
    const [rows, total] = await Promise.all([
      selectWaitingLines(db, query.supply_route_id, page),
      countWaiting(db, query.supply_route_id),
    ])
    return { results: rows.map(service.presentLine), pagination: paginationOf(page, total) }
  })
  serve(app, database, routes.get, ({ db, params }) => service.readSupplierOrder(db, params.id))
  serve(app, database, supplierOrderHistoryRoutes.history, async ({ db, params, query }) => {
    const page = pageOf(query)
    const { rows, total } = await service.readSupplierOrderHistory(db, params.id, page)
    return { results: rows, pagination: paginationOf(page, total) }
  })
  serve(app, database, routes.send, ({ db, author, body }) =>
    service.sendNow(db, author, body.supply_route_id, clock.now()),
  )
  serve(app, database, routes.retry, ({ db, author, params, body }) =>
    service.retryOrder(db, author, { ...params, ...body }, clock.now()),
  )
  serve(app, database, routes.answer, ({ db, author, params, body }) =>
    service.recordSupplierAnswers(db, author, { ...params, ...body }, clock.now()),
  )
  serve(app, database, routes.postpone, ({ db, author, params, body }) =>
    service.postponeLine(db, author, { id: params.id, version: body.version, isHeld: body.is_held }, clock.now()),
  )
  serve(app, database, routes.settleCancellation, ({ db, author, params, body }) =>
    settleCancellation(db, author, { ...params, version: body.version, isCancelled: body.is_cancelled }, clock.now()),
  )
  serve(app, database, routes.updateTerms, ({ db, author, params, body }) =>
    service.changeTerms(db, author, { ...params, ...body }),
  )
  serve(app, database, supplierFactsRoutes.get, async ({ db, params }) => {
    const facts = await selectAnswerFacts(db, params.id, new Date(clock.now().getTime() - FACT_DAYS * DAY_MS))
    if (!facts) throw new AppError('not_found', { detail: 'Поставщик не найден' })
    return facts
  })
}
