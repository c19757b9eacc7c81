import type { Actor } from '../http/actor.ts'

/** One company, as far as its admin lets the person see it; limits null: everything. */
export interface CompanyScope {
  contractorId: number
  limits: Actor['limits']
}

/** Whose rows a person may see: everybody's (staff), or those of a limit. */
export type AccessScope<Limit = CompanyScope> = 'any' | Limit

/** Whose rows a database handle sees: one contractor's, or everybody's (staff and jobs). */
export type TenantScope = AccessScope<number>
