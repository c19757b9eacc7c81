import { MAX_COUNTED_ORDERS, MAX_LISTED_ORDERS, type LineCounts } from '@artikul/contract/ordering/orders/order-lists'
import type { LineDecision } from '@artikul/contract/ordering/orders/line-groups'
import { sql } from 'kysely'
import type { Db } from '../../../../platform/db/index.ts'
import { visibleTo, type MatchedIds, type OrderSearchScope } from '../lists/find-orders.queries.ts'

/** Conditions of the partial indexes, verbatim. */
const WHICH = {
  open: sql`decision.state = 'open'`,
  unanswered: sql`decision.state in ('kept', 'dropped') and decision.closed_at is null`,
} as const satisfies Record<LineDecision, unknown>

const openApprovals = (scope: OrderSearchScope, which: LineDecision, most: number) => sql<{ id: number }>`
  select distinct line_id as id from (
    select decision.line_id from change_approvals decision join orders on orders.id = decision.order_id
    where ${WHICH[which]} and ${visibleTo('orders', 'created_at', scope)} limit ${most}::integer) few`

/** Finds lines with a change approval that is open or expired without an answer. */
export async function findLinesToApprove(db: Db, scope: OrderSearchScope, which: LineDecision): Promise<MatchedIds> {
  const { rows } = await openApprovals(scope, which, MAX_LISTED_ORDERS + 1).execute(db)
  return { ids: rows.slice(0, MAX_LISTED_ORDERS).map(({ id }) => id), hasMore: rows.length > MAX_LISTED_ORDERS }
}

/** Counts both kinds within the scope and the text filter. */
export async function countOpenApprovals(
  db: Db,
  input: { scope: OrderSearchScope; filter: { found: MatchedIds | null } } | null,
): Promise<LineCounts['decisions']> {
  if (input === null) return { open: 0, unanswered: 0 }
  const { found } = input.filter
  const among = found === null ? sql`true` : sql`id = any(${found.ids}::integer[])`
  const count = async (which: LineDecision) => {
    const { rows } = await sql<{ count: number }>`
      select least(count(*), ${MAX_COUNTED_ORDERS}::integer) as count from (${openApprovals(input.scope, which, MAX_LISTED_ORDERS)}) line
      where ${among}`.execute(db)
    return rows[0]?.count ?? 0
  }
  const [open, unanswered] = await Promise.all([count('open'), count('unanswered')])
  return { open, unanswered }
}
