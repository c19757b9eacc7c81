import { bulkMoveRoutes } from '@artikul/contract/ordering/orders/bulk-transitions'
import { isReversible, type Mover } from '@artikul/contract/ordering/orders/line-transitions'
import type { MoveLines } from '@artikul/contract/ordering/orders/orders'
import { call } from '../../../../lib/api/call.ts'
import { toast, toastUndoable } from '../../../../ui/hints/toast.ts'

type Move = Omit<MoveLines['moves'][number], 'reason'>

/** Shows that parts of lines were moved; staff can undo reversible transitions. */
export function toastMoved(summary: string, mover: Mover, moves: readonly Move[], refresh: () => unknown) {
  if (mover !== 'staff' || !moves.every(({ from, to }) => isReversible(from, to))) {
    toast({ severity: 'success', summary })
    return
  }
  const body = { moves: moves.map(({ line_id, from, to, qty }) => ({ line_id, from, to, qty })) }
  toastUndoable({
    summary,
    undo: () => call(bulkMoveRoutes.undo, { body }).finally(() => void refresh()),
    undone: 'Статус возвращён',
  })
}
