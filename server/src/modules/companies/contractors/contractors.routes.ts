import { contractorRoutes as routes } from '@artikul/contract/companies/contractors'
import { substituteRoutes as deputies } from '@artikul/contract/companies/substitutes'
import type { FastifyInstance } from 'fastify'
import { serve, type Handles } from '../../../platform/http/index.ts'
import { readAuditHistory } from '../../../platform/audit/index.ts'
import { listConsignees } from '../consignees/index.ts'
import { readConsents } from '../own-company/index.ts'
import { changeContractor, createContractor } from './change-contractors.ts'
import { companiesScopeOf, handleFor } from './companies-scope.ts'
import { approve, decline, join, reapply, type ChangeApprovalDeps } from './decide-applications.ts'
import { listContractors, readContractor, readOptions } from './read-contractors.ts'
import { readContractBalances } from './read-contracts.ts'
import { serveContracts } from './contracts.routes.ts'
import { readSubstitute, setSubstitute } from './substitutes.ts'

export interface ContractorsDeps extends ChangeApprovalDeps {
  /** Clears this server's session cache, so that a decision takes effect immediately. */
  forgetSessions: () => void
}

export function contractorsModule(app: FastifyInstance, database: Handles, deps: ContractorsDeps) {
  serve(app, database, routes.list, ({ actor, query, db }) => listContractors(db, companiesScopeOf(actor), query))
  serve(app, database, routes.options, ({ db }) => readOptions(db))
  serve(app, database, routes.get, async ({ actor, params }) =>
    readContractor(await handleFor(database, actor, params.id), companiesScopeOf(actor), params.id),
  )
  serve(app, database, routes.create, async ({ author, body, db }) => ({
    id: await createContractor(db, author, body),
  }))
  serve(app, database, routes.update, async ({ actor, author, params, body }) => {
    const db = await handleFor(database, actor, params.id)
    return changeContractor(db, { scope: companiesScopeOf(actor), author }, params.id, body)
  })
  serveChangeApprovals(app, database, deps)
  serve(app, database, routes.history, async ({ actor, params, query }) =>
    readAuditHistory(await handleFor(database, actor, params.id), params.id, {
      query,
      isStaff: companiesScopeOf(actor) === 'any',
    }),
  )
  serve(app, database, routes.consents, async ({ actor, params }) => ({
    results: await readConsents(await handleFor(database, actor, params.id), params.id),
  }))
  serve(app, database, routes.consignees, async ({ actor, params, query }) => {
    const db = await handleFor(database, actor, params.id)
    return listConsignees(db, { contractorId: params.id, limits: null }, query)
  })
  serve(app, database, routes.standings, async ({ actor, params }) => ({
    results: await readContractBalances(await handleFor(database, actor, params.id), deps.clock, params.id),
  }))
  serveContracts(app, database, deps)
  serve(app, database, deputies.read, ({ author, db }) => readSubstitute(db, deps.clock, author.actorId))
  serve(app, database, deputies.set, ({ author, body, db }) => setSubstitute(db, author, body))
}

function serveChangeApprovals(app: FastifyInstance, database: Handles, deps: ContractorsDeps) {
  serve(app, database, routes.approve, async ({ author, params, body, db }) => {
    const saved = await approve(deps, db, author, params.id, body)
    deps.forgetSessions()
    return saved
  })
  serve(app, database, routes.decline, ({ author, params, body, db }) => decline(deps, db, author, params.id, body))
  serve(app, database, routes.join, async ({ author, params, body, db }) => {
    await join(deps, db, author, params.id, body)
    deps.forgetSessions()
    return {}
  })
  serve(app, database, routes.reapply, async ({ actor, author, params, body }) => {
    const db = await handleFor(database, actor, params.id)
    return reapply(deps, db, author, params.id, body)
  })
}
