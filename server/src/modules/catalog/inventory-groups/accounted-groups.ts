import type { SqlTransaction } from '../../../platform/db/index.ts'
import * as queries from './accounted-groups.queries.ts'
import { scheduleRegrouping } from './grouping.queries.ts'

/** Inventory group that the accounting system gives a product. */
export interface AccountedGroup {
  product_id: number
  group_id: number
}

/** Difference between the groups of products and those that replace them; `total` of the latter. */
export interface GroupChanges {
  total: number
  added: number
  changed: number
  removed: number
}

/**
 * Replaces all groups that an accounting system gives products; those assigned by hand or by rules go before them. The
 * same groups change nothing; others are applied by the grouping of all products.
 * @param pages read on the same connection, one page at a time
 * @param isCheck counts the changes and writes none
 */
export async function replaceAccountedGroups(
  tx: SqlTransaction,
  accountingId: number,
  pages: AsyncIterable<readonly AccountedGroup[]>,
  isCheck: boolean,
): Promise<GroupChanges> {
  await queries.createGroupInput(tx)
  for await (const rows of pages) await queries.copyGroupInput(tx, rows)
  const changes = await queries.countGroupChanges(tx, accountingId)
  if (isCheck || changes.added + changes.changed + changes.removed === 0) return changes
  // Before any group is locked, as the grouper locks.
  await scheduleRegrouping(tx.db)
  await queries.writeAccountedGroups(tx, accountingId)
  return changes
}
