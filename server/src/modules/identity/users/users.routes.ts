import { userRoutes as routes } from '@artikul/contract/identity/users'
import type { FastifyInstance } from 'fastify'
import type { Clock } from '../../../platform/clock.ts'
import { serve, type Handles } from '../../../platform/http/index.ts'
import type { Mailer } from '../../../platform/mail/index.ts'
import { serveAccounts } from './accounts/accounts.routes.ts'
import { serveProfile } from './profile.routes.ts'
import { changeCurrentContractor, readCurrentUser } from './users.ts'

export interface UsersDeps {
  clock: Clock
  mailer: Mailer
  /** Clears this server's session cache, so that a change takes effect immediately. */
  forgetSessions: () => void
}

export function usersModule(app: FastifyInstance, database: Handles, deps: UsersDeps) {
  serve(app, database, routes.current, ({ actor, db }) => readCurrentUser(db, deps, actor))
  serve(app, database, routes.currentManager, ({ actor, db }) => readCurrentUser(db, deps, actor))
  serve(app, database, routes.changeCurrentContractor, async ({ actor, params, db }) => {
    await changeCurrentContractor(db, actor, params.contractor_id)
    deps.forgetSessions()
    return {}
  })
  serveProfile(app, database, deps)
  serveAccounts(app, database, { ...deps, database })
}
