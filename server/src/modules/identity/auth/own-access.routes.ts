import { passwordRoutes } from '@artikul/contract/identity/auth'
import { profileRoutes } from '@artikul/contract/identity/profile'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../../../platform/errors.ts'
import { serve, type Handles } from '../../../platform/http/index.ts'
import type { AuthDeps } from './auth-deps.ts'
import { authCallerOf } from './auth.routes.ts'
import type { Sessions } from './sessions.ts'
import { changePassword, confirmPassword } from './own-password.ts'
import { endOtherSessions, endSessionById, listSessions } from './own-sessions.ts'
import { checkLink, createBackground, requestReset, setPassword } from './reset-password.ts'
import { confirmSecondFactor, disableOwnSecondFactor, startSecondFactor } from './second-factor.ts'

/** Routes of the user's own password, sessions and second factor. */
export function ownAccessModule(app: FastifyInstance, database: Handles, deps: AuthDeps, sessions: Sessions) {
  const background = createBackground(deps.log)
  app.addHook('onClose', () => background.settled())

  serve(app, database, passwordRoutes.requestReset, async ({ body, request }) => {
    await requestReset(deps, background, body.login, authCallerOf(request))
    return {}
  })
  serve(app, database, passwordRoutes.checkLink, ({ body }) => checkLink(deps, body.token))
  serve(app, database, passwordRoutes.set, async ({ body, request }) => {
    await setPassword(deps, body.token, body.password, authCallerOf(request))
    sessions.forget()
    return {}
  })
  serve(app, database, passwordRoutes.change, async ({ actor, author, body }) => {
    await changePassword(deps, author, actor.sessionId, body)
    sessions.forget()
    return {}
  })
  serve(app, database, profileRoutes.sessions, async ({ actor }) => ({ results: await listSessions(deps, actor) }))
  serve(app, database, profileRoutes.endSession, async ({ actor, author, params }) => {
    if (params.id === actor.sessionId) throw new AppError('not_found', { detail: 'Эту сессию заканчивает «Выйти»' })
    await endSessionById(deps, author, params.id)
    sessions.forget()
    return {}
  })
  serve(app, database, profileRoutes.endOtherSessions, async ({ actor, author }) => {
    const ended = await endOtherSessions(deps, author, actor.sessionId)
    sessions.forget()
    return { ended }
  })
  serve(app, database, profileRoutes.confirmPassword, async ({ actor, body }) => {
    await confirmPassword(deps, actor, body.password)
    return {}
  })
  serve(app, database, profileRoutes.startSecondFactor, ({ actor, body }) =>
    startSecondFactor(deps, actor.userId, body.password),
  )
  serve(app, database, profileRoutes.confirmSecondFactor, async ({ author, body }) => {
    await confirmSecondFactor(deps, author, body.code)
    sessions.forget()
    return {}
  })
  serve(app, database, profileRoutes.removeSecondFactor, async ({ author, body }) => {
    await disableOwnSecondFactor(deps, author, body)
    sessions.forget()
    return {}
  })
}
