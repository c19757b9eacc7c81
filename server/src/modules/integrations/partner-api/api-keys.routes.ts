import { apiKeyRoutes as routes } from '@artikul/contract/integrations/api-keys'
import type { FastifyInstance } from 'fastify'
import { companyScopeOf } from '../../../platform/access/index.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/db/index.ts'
import { requireContractor, serve, type Actor, type Author } from '../../../platform/http/index.ts'
import * as keys from './api-keys.ts'
import * as usage from './api-usage.ts'
import type { ApiKeys } from './key-access.ts'

const memberOf = ({ actor, author }: { actor: Actor; author: Author }) => ({ author, member: companyScopeOf(actor) })
const companyOf = ({ actor, author }: { actor: Actor; author: Author }) => ({
  ...{ author, contractorId: requireContractor(actor) },
})

/** Routes of the screen «API и вебхуки», and of the use of the API for staff. */
export function apiKeysModule(
  app: FastifyInstance,
  database: Database,
  { clock, apiKeys }: { clock: Clock; apiKeys: ApiKeys },
) {
  const deps = { clock, hasher: apiKeys.hasher }
  const forgetAfter = async <T>(change: Promise<T>): Promise<T> => {
    const changed = await change
    apiKeys.forget()
    return changed
  }
  serve(app, database, routes.list, async ({ actor, db }) => ({
    results: await keys.listKeys(db, requireContractor(actor), clock.now()),
  }))
  serve(app, database, routes.create, (call) => keys.createKey(call.db, deps, memberOf(call), call.body))
  serve(app, database, routes.change, (call) =>
    forgetAfter(keys.changeKey(call.db, memberOf(call), call.params.id, call.body)),
  )
  serve(app, database, routes.rotate, (call) => {
    const rotation = { id: call.params.id, overlapHours: call.body.overlap_hours }
    return forgetAfter(keys.rotateKey(call.db, deps, companyOf(call), rotation))
  })
  serve(app, database, routes.usage, ({ db, params }) => usage.readUsage(db, params.id, clock.now()))
  serve(app, database, routes.setLimits, ({ db, author, params, body }) =>
    forgetAfter(usage.setLimits(db, { author, now: clock.now() }, params.id, body)),
  )
  serve(app, database, routes.revoke, (call) =>
    forgetAfter(keys.revokeKey(call.db, deps, companyOf(call), call.params.id)),
  )
}
