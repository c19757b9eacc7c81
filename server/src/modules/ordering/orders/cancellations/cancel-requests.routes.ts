import { cancelRequestRoutes as routes } from '@artikul/contract/ordering/orders/cancel-requests'
import type { FastifyInstance } from 'fastify'
import type { Clock } from '../../../../platform/clock.ts'
import { serve, type Handles } from '../../../../platform/http/index.ts'
import { agreeToCancel, createCancelRequest, declineToCancel, withdrawRequest } from './cancel-requests.ts'

/** Routes of clients' cancellation requests and managers' answers. */
export function serveCancelRequests(app: FastifyInstance, database: Handles, { clock }: { clock: Clock }) {
  serve(app, database, routes.create, ({ actor, author, params, body, db: tx }) =>
    createCancelRequest(tx, { actor, author, now: clock.now() }, params.id, body),
  )
  serve(app, database, routes.withdraw, async ({ actor, author, params, db }) => {
    await db.transaction().execute((tx) => withdrawRequest(tx, { actor, author, now: clock.now() }, params.id))
    return {}
  })
  serve(app, database, routes.agree, ({ author, params, db }) =>
    db.transaction().execute((tx) => agreeToCancel(tx, { author, now: clock.now() }, params.id)),
  )
  serve(app, database, routes.decline, async ({ author, params, body, db }) => {
    await db.transaction().execute((tx) => declineToCancel(tx, { author, now: clock.now() }, params.id, body.reason))
    return {}
  })
}
