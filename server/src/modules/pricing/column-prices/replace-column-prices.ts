import type { SqlTransaction } from '../../../platform/db/index.ts'
import * as queries from './column-prices.queries.ts'
import type { ColumnPriceChanges, PricedColumn } from './column-prices.queries.ts'

export type { ColumnPriceChanges } from './column-prices.queries.ts'

/** Own price of a product with VAT. */
export interface SoldAt {
  product_id: number
  price_kop: number
}

/**
 * Replaces all own prices of a seller's column; a product that is named twice has the higher one. The same prices change
 * nothing, and servers read only what has changed.
 * @param pages read on the same connection, one page at a time
 * @param isCheck counts the changes and writes none
 */
export async function replaceColumnPrices(
  tx: SqlTransaction,
  column: PricedColumn,
  pages: AsyncIterable<readonly SoldAt[]>,
  isCheck: boolean,
): Promise<ColumnPriceChanges> {
  // Locked before the prices are read: of two writers the later one has the newer prices.
  const version = isCheck ? null : await queries.lockPricedColumn(tx, column)
  await queries.createInput(tx)
  for await (const rows of pages) await queries.copyInput(tx, rows)
  const changes = await queries.countPriceChanges(tx, column)
  if (version === null || changes.added + changes.changed + changes.removed === 0) return changes
  await queries.writePrices(tx, column, version + 1)
  await queries.removeAbsentPrices(tx, column, version + 1)
  await queries.updatePricedColumn(tx, column, version + 1, changes.total)
  return changes
}
