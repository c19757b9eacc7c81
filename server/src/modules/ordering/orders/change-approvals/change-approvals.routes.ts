import { companyScopeOf } from '../../../../platform/access/index.ts'
import {
  changeApprovalRoutes as routes,
  MAX_CHANGE_APPROVALS,
} from '@artikul/contract/ordering/orders/change-approvals'
import type { FastifyInstance } from 'fastify'
import type { Clock } from '../../../../platform/clock.ts'
import type { Database } from '../../../../platform/db/index.ts'
import { AppError } from '../../../../platform/errors.ts'
import { serve } from '../../../../platform/http/index.ts'
import { changeLine } from './change-approval-terms.ts'
import { answerLink, readLink } from './approval-links.ts'
import { closeChangeApproval, selectOpen } from './change-approvals.queries.ts'
import { answerChangeApproval } from './change-approvals.ts'
import { presentChangeApproval } from './approval-texts.ts'

/** Routes of change approvals for lines of orders. */
export function serveChangeApprovals(
  app: FastifyInstance,
  database: Pick<Database, 'db' | 'forTenant'>,
  { clock }: { clock: Clock },
) {
  serve(app, database, routes.list, async ({ actor, db }) => {
    const rows = await selectOpen(db, companyScopeOf(actor), MAX_CHANGE_APPROVALS + 1)
    return {
      results: rows.slice(0, MAX_CHANGE_APPROVALS).map(presentChangeApproval),
      has_more: rows.length > MAX_CHANGE_APPROVALS,
    }
  })
  serve(app, database, routes.answer, async ({ actor, author, params, body, db }) => {
    if (actor.limits?.mayPlace === false) throw new AppError('order.may_not_place')
    const input = { id: params.id, reader: companyScopeOf(actor), author, answer: body.answer, now: clock.now() }
    await db.transaction().execute((tx) => answerChangeApproval(tx, input))
    return {}
  })
  serve(app, database, routes.change, async ({ author, params, body, db: tx }) => ({
    is_asked: await changeLine(tx, { lineId: params.id, author, body, now: clock.now() }),
  }))
  serve(app, database, routes.close, async ({ params, db }) => {
    if (!(await closeChangeApproval(db, params.id, clock.now())))
      throw new AppError('not_found', { detail: 'Такого истекшего решения нет' })
    return {}
  })
  serve(app, database, routes.readLink, ({ body, request }) =>
    readLink(database.forTenant('any'), { token: body.token, address: request.ip, now: clock.now() }),
  )
  serve(app, database, routes.answerLink, async ({ body, request }) => {
    await answerLink(database.forTenant('any'), { ...body, address: request.ip, now: clock.now() })
    return {}
  })
}
