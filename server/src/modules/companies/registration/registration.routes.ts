import { registrationRoutes as routes } from '@artikul/contract/companies/registration'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { serve, type Handles } from '../../../platform/http/index.ts'
import { addCompany, confirmRegistration, register, type Applicant, type RegistrationDeps } from './registration.ts'

const applicantOf = (request: FastifyRequest): Applicant => ({
  address: request.ip,
  userAgent: request.headers['user-agent'] ?? '',
  requestId: request.id,
})

export function registrationModule(app: FastifyInstance, database: Handles, deps: RegistrationDeps) {
  // A registering user has no company yet, so the data is written with unrestricted access.
  const db = database.forTenant('any')
  serve(app, database, routes.register, async ({ body, request }) => {
    await register(deps, db, body, applicantOf(request))
    return {}
  })
  serve(app, database, routes.confirm, ({ body, request }) => confirmRegistration(deps, db, body, applicantOf(request)))
  serve(app, database, routes.addCompany, async ({ actor, author, body, request }) => {
    const { userAgent } = applicantOf(request)
    return { id: await addCompany(deps, db, { actor, author: { ...author, userAgent } }, body) }
  })
}
