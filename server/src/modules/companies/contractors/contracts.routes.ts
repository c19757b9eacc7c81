import { readFile } from 'node:fs/promises'
import { contractRoutes as routes } from '@artikul/contract/companies/contracts'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../../../platform/errors.ts'
import { serve, type Handles } from '../../../platform/http/index.ts'
import { companiesScopeOf, handleFor } from './companies-scope.ts'
import type { ChangeApprovalDeps } from './decide-applications.ts'
import { isCompanyInScope } from './contractors.queries.ts'
import { attachFile, changeContract, copyContract, createContract } from './change-contracts.ts'
import { selectFile, selectOwner } from './contracts.queries.ts'
import { readContracts } from './read-contracts.ts'

export function serveContracts(app: FastifyInstance, database: Handles, { clock }: ChangeApprovalDeps) {
  serve(app, database, routes.list, async ({ actor, params }) => ({
    results: await readContracts(await handleFor(database, actor, params.id), clock, {
      contractorId: params.id,
      isStaff: companiesScopeOf(actor) === 'any',
    }),
  }))
  serve(app, database, routes.create, async ({ author, params, body, db }) => ({
    id: await createContract(db, author, params.id, body),
  }))
  serve(app, database, routes.update, ({ author, params, body, db }) => changeContract(db, author, params.id, body))
  serve(app, database, routes.copy, async ({ author, params, body, db }) => ({
    id: await copyContract(db, author, params.id, body),
  }))
  serve(app, database, routes.upload, async ({ author, params, query, body, db }) =>
    attachFile(db, author, params.id, { name: query.name, bytes: await readFile(body.path) }),
  )
  serve(app, database, routes.file, async ({ actor, params }) => {
    const notFound = () => new AppError('not_found', { detail: 'Файл не найден' })
    const owner = await selectOwner(database.forTenant('any'), params.id)
    const file =
      owner &&
      (await isCompanyInScope(database.db, companiesScopeOf(actor), owner.contractor_id)) &&
      (await selectFile(database.forTenant(owner.contractor_id), params.id))
    if (!file) throw notFound()
    return file
  })
}
