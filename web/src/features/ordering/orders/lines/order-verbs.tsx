import type { Order } from '@artikul/contract/ordering/orders/orders'
import { counted } from '@artikul/contract/core/plural'
import { Suspense, useState } from 'react'
import { Button } from '../../../../ui/button.tsx'
import { lazyWindow } from '../../../../ui/windows/lazy-window.tsx'
import { confirmingMoves, partsToConfirm, partsToRefuse } from './line-ways.ts'
import { useMoveLines } from './use-move-lines.ts'

const RefuseLinesDialog = lazyWindow(() => import('./refuse-lines-dialog.tsx'))

interface Props {
  order: Order
  /** Lines with an open change approval. */
  askedLineIds: ReadonlySet<number>
}

/** Actions of a manager on all lines of an order; each is hidden when there is nothing to act on. */
export function OrderVerbs({ order: { id, lines }, askedLineIds }: Props) {
  const [isRefusing, setRefusing] = useState(false)
  const { move, isPending } = useMoveLines(id)
  const awaiting = lines
    .map((line) => ({ line, parts: partsToConfirm(line, askedLineIds.has(line.id)) }))
    .filter(({ parts }) => parts.length > 0)
  const refusable = lines.filter((line) => partsToRefuse(line).length > 0)
  return (
    <div className="flex flex-wrap gap-2" data-screen-only="">
      {awaiting.length > 0 && (
        <Button
          size="sm"
          className="pointer-coarse:h-11"
          busy={isPending}
          onClick={() =>
            move(
              awaiting.flatMap(({ line, parts }) => confirmingMoves(line, parts)),
              `Подтверждено: ${counted(awaiting.length, 'строка', 'строки', 'строк')}`,
            )
          }
        >
          Подтвердить всё
        </Button>
      )}
      {refusable.length > 0 && (
        <Button size="sm" look="ghost" className="pointer-coarse:h-11" onClick={() => setRefusing(true)}>
          Отказать…
        </Button>
      )}
      {isRefusing && (
        <Suspense>
          <RefuseLinesDialog
            orderId={id}
            lines={refusable}
            chosen={awaiting.map(({ line }) => line.id)}
            onClose={() => setRefusing(false)}
          />
        </Suspense>
      )}
    </div>
  )
}
