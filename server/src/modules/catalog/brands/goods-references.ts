import type { Db } from '../../../platform/db/index.ts'

/** `[table, column]` */
export type Reference = readonly [table: string, column: string]

/** Rows of a module that mean products or brands, and what happens to them when two become one. */
export interface GoodsReferences {
  /** Columns that are pointed at the kept product. */
  products?: readonly Reference[]
  /** Columns that are pointed at the kept brand. */
  brands?: readonly Reference[]
  /** Locks what means a product of `merged_products` (from_id, into_id), before anything is changed. */
  lockProducts?: (tx: Db) => Promise<unknown>
  /** Where both products may have a row of their own. Runs before the columns are moved. */
  mergeProducts?: (tx: Db) => Promise<unknown>
  /** Where both brands may have a row of their own. Runs before the columns are moved. */
  mergeBrands?: (tx: Db, fromId: number, keptId: number) => Promise<unknown>
}
