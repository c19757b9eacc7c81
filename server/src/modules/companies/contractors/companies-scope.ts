import { isContractorUser } from '@artikul/contract/core/roles'
import type { Kysely } from 'kysely'
import type { DB } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Actor, Handles } from '../../../platform/http/index.ts'
import { isCompanyInScope, type CompaniesScope } from './contractors.queries.ts'

export const companiesScopeOf = (actor: Actor): CompaniesScope =>
  isContractorUser(actor.roles) ? actor.subjectId : 'any'

export const companyNotFound = () => new AppError('not_found', { detail: 'Компания не найдена' })

/**
 * Returns a handle with access to the rows of the company, the caller's current or another of their own.
 * @throws AppError `not_found` for a company outside the caller's scope
 */
export async function handleFor(database: Handles, actor: Actor, contractorId: number): Promise<Kysely<DB>> {
  const scope = companiesScopeOf(actor)
  if (!(await isCompanyInScope(database.db, scope, contractorId))) throw companyNotFound()
  return database.forTenant(scope === 'any' ? 'any' : contractorId)
}
