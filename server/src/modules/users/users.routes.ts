import { isContractorUser } from '@artikul/contract/roles'
import { userRoutes as routes, type CurrentUser } from '@artikul/contract/users'
import type { FastifyInstance } from 'fastify'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/index.ts'
import { AppError } from '../../platform/errors.ts'
import { serve, type Handles } from '../../platform/http/index.ts'
import type { Mailer } from '../mails/index.ts'
import { selectContractorsOfUser, selectCurrentUser, updateCurrentContractor } from './users.queries.ts'

async function currentUser(db: Db, userId: number): Promise<CurrentUser> {
  const user = await selectCurrentUser(db, userId)
  const isClient = isContractorUser(user.roles)
  return {
    ...user,
    roles: user.roles.map((name) => ({ name })),
    contractors: isClient ? await selectContractorsOfUser(db, userId) : [],
    last_seen_at: user.last_seen_at?.toISOString() ?? null,
    created_at: user.created_at.toISOString(),
    current_contractor_id: isClient ? user.current_contractor_id : null,
    manager:
      isClient && user.manager_name !== null && user.manager_email !== null
        ? { full_name: user.manager_name, phone: user.manager_phone, email: user.manager_email }
        : null,
  }
}

export interface UsersDeps {
  clock: Clock
  mailer: Mailer
  /** What this node remembers of sessions is forgotten: a change is felt at once. */
  forgetSessions: () => void
}

export function usersModule(app: FastifyInstance, database: Handles, { forgetSessions }: UsersDeps) {
  serve(app, database, routes.current, ({ actor, db }) => currentUser(db, actor.subjectId))
  serve(app, database, routes.currentManager, ({ actor, db }) => currentUser(db, actor.subjectId))
  serve(app, database, routes.changeCurrentContractor, async ({ actor, params, db }) => {
    const isOwn = await updateCurrentContractor(db, actor.subjectId, params.contractor_id)
    if (!isOwn) throw new AppError('not_found')
    forgetSessions()
    return {}
  })
}
