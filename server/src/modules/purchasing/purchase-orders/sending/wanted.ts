import { toThousandths } from '@artikul/contract/core/money'
import type { Transaction } from 'kysely'
import type { DB } from '../../../../platform/db/index.ts'
import type { Writer } from '../../../../platform/http/index.ts'
import { lockParts } from '../../../ordering/index.ts'
import { applyAnswers } from '../answers/answers.ts'
import * as queries from './wanted.queries.ts'

/** Locks the lines of an order that is about to be sent; lines that clients no longer want leave the order. */
export async function lockWantedLines(tx: Transaction<DB>, orderId: number): Promise<queries.UnsentLine[]> {
  const all = await queries.lockUnsent(tx, orderId)
  const parts = await lockParts(
    tx,
    all.flatMap((line) => line.order_line_id ?? []),
  )
  const inWork = new Map(parts.filter(({ state }) => state === 'in_work').map((part) => [part.line_id, part.qty]))
  const isWanted = (line: queries.UnsentLine) =>
    line.order_line_id === null || toThousandths(inWork.get(line.order_line_id) ?? 0) >= toThousandths(line.qty)
  const unwanted = all.filter((line) => !isWanted(line))
  await queries.dropUnwantedLines(
    tx,
    unwanted.map(({ id }) => id),
  )
  return all.filter(isWanted)
}

/**
 * Marks an order as received by its supplier through email or word of mouth: its lines and the clients' parts become
 * ordered.
 * @param author person who informed the supplier; null when the portal sent the order
 */
export async function markLinesSent(
  tx: Transaction<DB>,
  orderId: number,
  author: Writer | null,
  now: Date,
): Promise<void> {
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
