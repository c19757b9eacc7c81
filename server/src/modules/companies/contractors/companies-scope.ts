import { isContractorUser } from '@artikul/contract/core/roles'
import type { Kysely } from 'kysely'
import type { DB } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Actor, Handles } from '../../../platform/http/index.ts'
import { isWithin, type CompaniesScope } from './contractors.queries.ts'

export const companiesScopeOf = (actor: Actor): CompaniesScope =>
  isContractorUser(actor.roles) ? actor.subjectId : 'any'

export const companyNotFound = () => new AppError('not_found', { detail: 'Компания не найдена' })

/**
 * A handle that sees the rows of the company, be it the current one of the caller or another of his own.
 * @throws AppError `not_found` for a company outside his scope
 */
export async function handleFor(database: Handles, actor: Actor, contractorId: number): Promise<Kysely<DB>> {
  const scope = companiesScopeOf(actor)
  if (!(await isWithin(database.db, scope, contractorId))) throw companyNotFound()
  return database.as(scope === 'any' ? 'any' : contractorId)
}
