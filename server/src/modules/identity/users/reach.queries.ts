import { sql } from 'kysely'

/** Whose accounts one manages: everybody's, or those of employees of a client admin's own companies. */
export type Reach = 'any' | { companyIds: number[] }

export const within = (reach: Reach, column: string) =>
  reach === 'any' ? sql<boolean>`true` : sql<boolean>`${sql.ref(column)} = any(${reach.companyIds}::integer[])`
