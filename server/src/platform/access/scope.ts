import type { Actor } from '../http/actor.ts'

/** One company within the person's permissions; null limits mean full access. */
export interface CompanyScope {
  contractorId: number
  limits: Actor['limits']
}

/** Scope of rows: all (staff), or those of a limit. */
export type AccessScope<Limit = CompanyScope> = 'any' | Limit

/** Scope of a database handle: one contractor's rows, or all (staff and jobs). */
export type TenantScope = AccessScope<number>
