import { setupRoutes as routes } from '@artikul/contract/workspace/setup'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../../../platform/errors.ts'
import { serve, type Handles } from '../../../platform/http/index.ts'
import { hasAccounts } from '../../identity/index.ts'
import { createAdministrator, readSteps, requireSetupCode, skipStep, type SetupDeps } from './setup.ts'

/** Fills an empty database with the demonstration and returns how to sign in to it. */
export type FillDemo = () => Promise<{ logins: string[]; password: string }>

const callerOf = (request: FastifyRequest) => ({ address: request.ip, requestId: request.id })

export function setupModule(
  app: FastifyInstance,
  database: Handles,
  deps: SetupDeps & { fillDemo?: FillDemo | undefined },
) {
  // Before the first account nobody belongs to a company.
  const db = database.forTenant('any')
  let isSetUp = false
  const isNeeded = async () => {
    isSetUp ||= await hasAccounts(db)
    return !isSetUp
  }
  // An empty portal opens its setup in place of the pages that lead nowhere yet.
  app.addHook('onRequest', async (request, reply) => {
    if (isSetUp || request.method !== 'GET' || !['/', '/login'].includes(request.url)) return
    if (await isNeeded()) await reply.redirect('/setup?redirect=/settings')
  })
  serve(app, database, routes.state, async () => ({
    is_needed: await isNeeded(),
    may_fill_demo: deps.fillDemo !== undefined,
  }))
  serve(app, database, routes.createAdministrator, async ({ body, request }) => {
    if (!(await isNeeded())) throw new AppError('setup.done')
    await createAdministrator(db, deps, callerOf(request), body)
    return {}
  })
  serve(app, database, routes.fillDemo, async ({ body, request }) => {
    if (!deps.fillDemo) throw new AppError('not_found')
    if (!(await isNeeded())) throw new AppError('setup.done')
    await requireSetupCode(db, deps, callerOf(request), body.code)
    return deps.fillDemo()
  })
  serve(app, database, routes.steps, async ({ actor, db: staffDb }) => ({
    steps: await readSteps(staffDb, deps, actor.userId),
  }))
  serve(app, database, routes.skip, async ({ author, body, db: staffDb }) => {
    await skipStep(staffDb, deps, author, body)
    return {}
  })
}
