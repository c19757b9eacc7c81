import { companyScopeOf } from '../../../platform/access/index.ts'
import { watchRoutes as routes } from '@artikul/contract/ordering/watches'
import type { FastifyInstance } from 'fastify'
import type { Clock } from '../../../platform/clock.ts'
import { serve, type Actor, type Author, type Handles } from '../../../platform/http/index.ts'
import { createWatch, listWatches, removeWatch, type WatchCaller } from './watches.service.ts'

const callerOf = ({ actor, author }: { actor: Actor; author: Author }): WatchCaller => ({
  member: companyScopeOf(actor),
  author,
})

export function watchesModule(app: FastifyInstance, database: Handles, { clock }: { clock: Clock }) {
  serve(app, database, routes.list, async (call) => ({ results: await listWatches(call.db, callerOf(call)) }))
  serve(app, database, routes.create, (call) => createWatch(call.db, callerOf(call), call.body, clock))
  serve(app, database, routes.remove, async (call) => {
    await removeWatch(call.db, callerOf(call), call.params.id)
    return {}
  })
}
