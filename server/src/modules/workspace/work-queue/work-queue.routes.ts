import { callRoutes } from '@artikul/contract/workspace/calls'
import { workQueueRoutes as routes } from '@artikul/contract/workspace/work-queue'
import type { FastifyInstance } from 'fastify'
import { serve, type Handles } from '../../../platform/http/index.ts'
import { readAnswers, readReport, recordCall } from './calls.ts'
import { readQueue, type QueueDeps } from './queue.ts'
import { release, assignTask } from './assignments.ts'

export function workQueueModule(app: FastifyInstance, database: Handles, deps: QueueDeps) {
  serve(app, database, routes.list, ({ actor, db, query }) => readQueue(db, deps, actor, query))
  serve(app, database, routes.assign, async ({ author, body, db }) => {
    await assignTask(db, deps.clock, author, body)
    return {}
  })
  serve(app, database, routes.release, async ({ author, body, db }) => {
    await release(db, deps.clock, author, body)
    return {}
  })
  serve(app, database, callRoutes.ofOrder, ({ db, params }) => readAnswers(db, deps, params.id))
  serve(app, database, callRoutes.record, ({ author, body, db: tx, params }) =>
    recordCall(tx, deps.clock, author, { orderId: params.id, ...body }),
  )
  serve(app, database, callRoutes.report, ({ db, query }) => readReport(db, query))
}
