import { profileRoutes as routes } from '@artikul/contract/identity/profile'
import type { FastifyInstance } from 'fastify'
import { serve, type Handles } from '../../../platform/http/index.ts'
import { acceptInvitation, changeProfile, confirmEmail, type ProfileDeps } from './profile.ts'
import { updateToured } from './users.queries.ts'

export function serveProfile(
  app: FastifyInstance,
  database: Handles,
  deps: ProfileDeps & { forgetSessions: () => void },
) {
  for (const route of [routes.update, routes.updateManager])
    serve(app, database, route, (call) => changeProfile(deps, call.db, call, call.body))
  serve(app, database, routes.finishTour, async ({ actor, db }) => {
    await updateToured(db, actor.subjectId, deps.clock.now())
    return {}
  })
  serve(app, database, routes.confirmEmail, (call) => confirmEmail(deps, call.db, call, call.body.token))
  serve(app, database, routes.acceptInvitation, async (call) => {
    const joined = await acceptInvitation(deps, call.db, call, call.body.token)
    deps.forgetSessions()
    return joined
  })
}
