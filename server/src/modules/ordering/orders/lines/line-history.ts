import type { AccessScope } from '../../../../platform/access/index.ts'
import { isWaitingForClient } from '@artikul/contract/ordering/orders/line-transitions'
import type { LineState, MoveOfLine, OrderLine } from '@artikul/contract/ordering/orders/orders'
import type { Db } from '../../../../platform/db/index.ts'
import { AppError } from '../../../../platform/errors.ts'
import { withoutQuestion } from '../change-approvals/change-approval-terms.ts'
import { selectTermed } from '../change-approvals/change-approvals.queries.ts'
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

interface LinesWithRemarks {
  /** Lines with parts that require a confirmation. */
  questioned: readonly number[]
  /** Lines past their expected day. */
  late?: readonly number[]
  /** Lines with parts whose delay was announced. */
  delayed?: readonly number[]
  /** True for staff, whose confirmation has an outcome. */
  isStaff?: boolean
}

/** Reads the questions about lines and the reasons of delays from their history. */
export async function readRemarks(db: Db, { questioned, late = [], delayed = [], isStaff = false }: LinesWithRemarks) {
  const lineIds = [...new Set([...questioned, ...late, ...delayed])]
  const moves = lineIds.length === 0 ? [] : await selectMoves(db, lineIds)
  const asked = isStaff && questioned.length > 0 ? await selectTermed(db, questioned) : []
  const confirmedStates = new Map(asked.map((line) => [line.id, withoutQuestion(line)]))
  const movesOf = Map.groupBy(moves, ({ line_id: id }) => id)
  const reasonOf = (lineId: number, state: LineState) =>
    movesOf.get(lineId)?.findLast(({ to_state: to }) => to === state)?.reason ?? ''
  return (lineId: number): Pick<OrderLine, 'question' | 'delay'> => ({
    question: questioned.includes(lineId)
      ? {
          text: reasonOf(lineId, 'needs_confirm'),
          is_clients: isWaitingForClient((movesOf.get(lineId) ?? []).map(wayOf)),
          confirmed_state: confirmedStates.get(lineId) ?? null,
        }
      : null,
    delay:
      late.includes(lineId) || delayed.includes(lineId)
        ? { is_late: late.includes(lineId), reason: reasonOf(lineId, 'delayed') }
        : null,
  })
}
