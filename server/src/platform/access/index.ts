import { isContractorUser } from '@artikul/contract/core/roles'
import { requireContractor, type Actor } from '../http/index.ts'

/** A person of a company, with what its admin lets him; limits null: everything. */
export interface Member {
  contractorId: number
  limits: Actor['limits']
}

/** Whose rows are read: anybody's (staff), or a company's as far as its delivery points are the person's business. */
export type Reader = 'any' | Member

export const memberOf = (actor: Actor): Member => ({ contractorId: requireContractor(actor), limits: actor.limits })

export const readerOf = (actor: Actor): Reader => (isContractorUser(actor.roles) ? memberOf(actor) : 'any')

/** Delivery points that the person works with; null: every one of the company. */
export const pointsOf = ({ limits }: Member): readonly number[] | null => limits?.consigneeIds ?? null

export const seesPrices = (reader: Reader) => reader === 'any' || (reader.limits?.seesPrices ?? true)

/** Whom the company's debt and limit concern: sums of both are told to nobody else. */
export const seesSettlements = (reader: Reader) => reader === 'any' || (reader.limits?.seesSettlements ?? true)
