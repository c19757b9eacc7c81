import { leavesByShipment, mayMove, type Mover } from '@artikul/contract/ordering/orders/line-transitions'
import type { LineState } from '@artikul/contract/ordering/orders/orders'
import { toast, toastUndoable } from '../../../../ui/hints/toast.ts'

interface Move {
  from: LineState
  to: LineState
}

/** Reason of a reverse transition, shown to the buyer in the history of the line. */
export const UNDO_REASON = 'Отмена изменения статуса'

/**
 * Shows that parts of lines were moved. Staff can undo it when the reverse transitions are allowed; the server refuses
 * them once the parts have moved on.
 */
export function toastMoved(summary: string, mover: Mover, moves: readonly Move[], undo: () => Promise<unknown>) {
  const isReversible = ({ from, to }: Move) => mayMove(mover, to, from) && !leavesByShipment(to, from)
  if (mover === 'staff' && moves.every(isReversible)) toastUndoable({ summary, undo, undone: 'Статус возвращён' })
  else toast({ severity: 'success', summary })
}
