import { toThousandths } from '@artikul/contract/core/money'
import type { LineState } from '@artikul/contract/ordering/orders/orders'
import type { Transaction } from 'kysely'
import { dayText } from '../../../platform/clock.ts'
import type { DB } from '../../../platform/db/index.ts'
import type { Author } from '../../../platform/http/index.ts'
import { recordEvent } from '../../../platform/audit/index.ts'
import type { NewPart } from './posting.queries.ts'
import { selectReceipt } from './receipts.queries.ts'

/** Merges moves into one per part of a client's line, however many rows of the УПД it came with. */
export function mergedMoves<T extends { from: LineState }>(
  parts: readonly Pick<NewPart, 'order_line_id' | 'from_state' | 'qty'>[],
  ways: (state: LineState) => T,
) {
  const sums = Map.groupBy(parts, (part) => `${part.order_line_id} ${part.from_state}`)
  return [...sums.values()].flatMap(([first, ...rest]) => {
    if (!first || first.order_line_id === null) return []
    const qty = [first, ...rest].reduce((sum, part) => sum + toThousandths(part.qty), 0) / 1000
    return [{ lineId: first.order_line_id, qty, ...ways(first.from_state as LineState) }] // written by the portal itself
  })
}

/** Writes to the journal who posted or reversed a receipt, and the number of deviations. */
export async function recordReceiptEvent(
  tx: Transaction<DB>,
  author: Author,
  id: number,
  event: 'goods_receipt.posted' | 'goods_receipt.cancelled',
) {
  const row = await selectReceipt(tx, id)
  if (!row) return
  await recordEvent(tx, author, {
    event,
    object: `Поставщик «${row.source}», УПД № ${row.number} от ${dayText(row.made_on)}`,
    changes: [
      { field: 'Строк', before: null, after: String(row.lines_count) },
      { field: 'С недостачей', before: null, after: String(row.short_count) },
      { field: 'С излишком', before: null, after: String(row.surplus_count) },
    ],
  })
}
