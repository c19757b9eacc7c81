import { isContractorUser } from '@artikul/contract/core/roles'
import { requireContractor, type Actor } from '../http/index.ts'
import type { AccessScope, CompanyScope } from './scope.ts'

export type { AccessScope, CompanyScope } from './scope.ts'

export const companyScopeOf = (actor: Actor): CompanyScope => ({
  contractorId: requireContractor(actor),
  limits: actor.limits,
})

export const accessScopeOf = (actor: Actor): AccessScope =>
  isContractorUser(actor.roles) ? companyScopeOf(actor) : 'any'

/** Delivery points available to the person; null for all of the company. */
export const pointsOf = ({ limits }: CompanyScope): readonly number[] | null => limits?.consigneeIds ?? null

export const seesPrices = (reader: AccessScope) => reader === 'any' || (reader.limits?.seesPrices ?? true)

/** Checks access to the company's debt and limit. */
export const seesSettlements = (reader: AccessScope) => reader === 'any' || (reader.limits?.seesSettlements ?? true)
