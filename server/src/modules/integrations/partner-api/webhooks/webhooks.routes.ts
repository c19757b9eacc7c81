import { PARTNER_API } from '@artikul/contract/integrations/partner-api'
import { webhookRoutes as routes } from '@artikul/contract/integrations/webhooks'
import type { FastifyInstance } from 'fastify'
import { companyScopeOf, type CompanyScope } from '../../../../platform/access/index.ts'
import type { Database } from '../../../../platform/db/index.ts'
import { AppError } from '../../../../platform/errors.ts'
import { serve, type Actor, type Author } from '../../../../platform/http/index.ts'
import { limitOf, pageById, placeOfCursor } from '../cursors.ts'
import * as webhooks from './webhooks.ts'

/**
 * Company whose webhooks the caller manages: messages contain prices and settlements, whatever the program may ask for.
 * @throws AppError `section.hidden` for the key of a person who does not see them
 */
function memberOf(actor: Actor): CompanyScope {
  const { limits } = actor
  if (limits?.seesPrices === false || limits?.seesSettlements === false) throw new AppError('section.hidden')
  return companyScopeOf(actor)
}

const managerOf = ({ actor, author }: { actor: Actor; author: Author }) => ({ author, member: memberOf(actor) })

/** Routes of webhooks: for the administrator on screen, and for programs with the scope «Вебхуки». */
export function webhooksModule(app: FastifyInstance, database: Database, deps: webhooks.WebhookDeps) {
  const { clock } = deps
  const partner = PARTNER_API.webhooks
  for (const list of [routes.list, partner.webhooks] as const)
    serve(app, database, list, async ({ actor, db }) => ({
      results: await webhooks.listWebhooks(db, memberOf(actor), clock.now()),
    }))
  for (const create of [routes.create, partner.createWebhook] as const)
    serve(app, database, create, (call) => webhooks.createWebhook(call.db, deps, managerOf(call), call.body))
  for (const change of [routes.change, partner.changeWebhook] as const)
    serve(app, database, change, (call) =>
      webhooks.changeWebhook(call.db, deps, managerOf(call), call.params.id, call.body),
    )
  for (const rotate of [routes.rotate, partner.rotateWebhook] as const)
    serve(app, database, rotate, (call) => {
      const rotation = { id: call.params.id, overlapHours: call.body.overlap_hours }
      return webhooks.rotateWebhook(call.db, deps, managerOf(call), rotation)
    })
  for (const remove of [routes.remove, partner.removeWebhook] as const)
    serve(app, database, remove, (call) => webhooks.removeWebhook(call.db, managerOf(call), call.params.id))
  for (const test of [routes.test, partner.testWebhook] as const)
    serve(app, database, test, (call) => webhooks.testWebhook(call.db, deps, managerOf(call), call.params.id))
  for (const replay of [routes.replay, partner.replayWebhook] as const)
    serve(app, database, replay, (call) => webhooks.replayMessages(call.db, managerOf(call), call.params.id, call.body))
  for (const message of [routes.message, partner.webhookMessage] as const)
    serve(app, database, message, ({ actor, db, params }) => webhooks.readMessage(db, memberOf(actor), params.id))
  serve(app, database, routes.messages, ({ actor, db, params, query }) =>
    webhooks.listMessages(db, memberOf(actor), params.id, query),
  )
  serve(app, database, partner.webhookMessages, async ({ actor, db, params, query }) => {
    const limit = limitOf(query.limit)
    const page = { webhookId: params.id, state: query.state, limit: limit + 1, before: placeOfCursor(query.cursor) }
    return pageById(await webhooks.listMessagesBefore(db, memberOf(actor), page), limit)
  })
}
