import { sql } from 'kysely'
import type { AccessScope } from '../../../platform/access/index.ts'

/** Scope of account administration: all accounts, or those of employees of a client admin's own companies. */
export type AdministeredScope = AccessScope<{ companyIds: number[] }>

export const administeredFilter = (reach: AdministeredScope, column: string) =>
  reach === 'any' ? sql<boolean>`true` : sql<boolean>`${sql.ref(column)} = any(${reach.companyIds}::integer[])`
