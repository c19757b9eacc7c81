import type { AccessScope } from '../../../../platform/access/index.ts'
import { isWaitingForClient } from '@artikul/contract/ordering/orders/line-transitions'
import type { MoveOfLine, OrderLine } from '@artikul/contract/ordering/orders/orders'
import type { Db } from '../../../../platform/db/index.ts'
import { AppError } from '../../../../platform/errors.ts'
import { isReadableLine, selectMoves, wayOf } from '../orders.queries.ts'

/**
 * Reads the history of a line, oldest entry first.
 * @throws AppError `not_found`, also for another company's line
 */
export async function readLineHistory(db: Db, reader: AccessScope, lineId: number): Promise<MoveOfLine[]> {
  if (!(await isReadableLine(db, reader, lineId))) throw new AppError('not_found', { detail: 'Строка не найдена' })
  const moves = await selectMoves(db, [lineId])
  return moves.map((move) => ({
    at: move.created_at.toISOString(),
    by: move.by,
    ...wayOf(move),
    qty: move.qty,
    reason: move.reason,
  }))
}

/** Reads the change approvals of lines with parts that require one. */
export async function readQuestions(db: Db, lineIds: readonly number[]) {
  const moves = lineIds.length === 0 ? [] : await selectMoves(db, lineIds)
  const movesOf = Map.groupBy(moves, ({ line_id: id }) => id)
  return (lineId: number): OrderLine['question'] => {
    const history = movesOf.get(lineId)?.map((move) => ({ ...wayOf(move), reason: move.reason }))
    if (!history) return null
    const text = history.findLast(({ to }) => to === 'needs_confirm')?.reason ?? ''
    return { text, is_clients: isWaitingForClient(history) }
  }
}
