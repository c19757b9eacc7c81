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

/** Delivery points that the person works with; null: every one of the company. */
export const pointsOf = ({ limits }: CompanyScope): readonly number[] | null => limits?.consigneeIds ?? null

export const seesPrices = (reader: AccessScope) => reader === 'any' || (reader.limits?.seesPrices ?? true)

/** Whom the company's debt and limit concern: sums of both are told to nobody else. */
export const seesSettlements = (reader: AccessScope) => reader === 'any' || (reader.limits?.seesSettlements ?? true)
