import type { Db } from '../../../platform/db/index.ts'

/** `[table, column]` */
export type Reference = readonly [table: string, column: string]

/** References of a module to products or brands, and their handling in a merge. */
export interface GoodsReferences {
  /** Columns that are pointed at the kept product. */
  products?: readonly Reference[]
  /** Columns that are pointed at the kept brand. */
  brands?: readonly Reference[]
  /** Locks rows that refer to a product of `merged_products` (from_id, into_id), before any change. */
  lockProducts?: (tx: Db) => Promise<unknown>
  /** Merges rows that exist for both products. Runs before the columns are moved. */
  mergeProducts?: (tx: Db) => Promise<unknown>
  /** Merges rows that exist for both brands. Runs before the columns are moved. */
  mergeBrands?: (tx: Db, fromId: number, keptId: number) => Promise<unknown>
}
