import { toThousandths } from '@artikul/contract/core/money'
import type { Transaction } from 'kysely'
import type { DB } from '../../../../platform/db/index.ts'
import type { Writer } from '../../../../platform/http/index.ts'
import { holdParts } from '../../../ordering/index.ts'
import { applyAnswers } from '../answers/answers.ts'
import * as queries from './wanted.queries.ts'

/**
 * Lines of an order that is about to leave, held until the end of the transaction; those that the client does not wait
 * for any more leave the order.
 */
export async function holdWanted(tx: Transaction<DB>, orderId: number): Promise<queries.UnsentLine[]> {
  const all = await queries.lockUnsent(tx, orderId)
  const parts = await holdParts(
    tx,
    all.map((line) => line.order_line_id),
  )
  const inWork = new Map(parts.filter(({ state }) => state === 'in_work').map((part) => [part.line_id, part.qty]))
  const isWanted = (line: queries.UnsentLine) =>
    toThousandths(inWork.get(line.order_line_id) ?? 0) >= toThousandths(line.qty)
  const gone = all.filter((line) => !isWanted(line))
  await queries.dropLines(
    tx,
    gone.map(({ id }) => id),
  )
  return all.filter(isWanted)
}

/**
 * The order has reached its supplier by a letter or by word of mouth: its lines are ordered, and the clients' parts too.
 * @param author whoever has told the supplier; null: the portal has sent it
 */
export async function markSent(tx: Transaction<DB>, orderId: number, author: Writer | null, now: Date): Promise<void> {
  const lines = await queries.lockUnsent(tx, orderId)
  await queries.setSending(
    tx,
    lines.map(({ id }) => id),
    now,
  )
  await queries.setOrdered(tx, orderId, now)
  await applyAnswers(
    tx,
    author,
    lines.map(({ id }) => ({ lineId: id, target: 'ordered_supplier' as const })),
    now,
  )
}
