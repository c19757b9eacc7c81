import type { OrderLine } from '@artikul/contract/ordering/orders/orders'
import { Suspense, useState } from 'react'
import { Button } from '../../../../ui/button.tsx'
import { lazyWindow } from '../../../../ui/windows/lazy-window.tsx'
import { actText, movableParts } from './line-ways.ts'

const MoveLineDialog = lazyWindow(() => import('./move-line-dialog.tsx'))

interface Props {
  orderId: number
  line: OrderLine
  /** True when the client answers in the change approval, beside the old and new terms. */
  isAsked: boolean
}

/** Actions of a client on a line; hidden when there are none. */
export function MoveLineButton({ orderId, line, isAsked }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const all = movableParts(line, 'client')
  const parts = isAsked ? all.filter(({ state }) => state !== 'needs_confirm') : all
  const [first] = parts
  if (!first) return null
  const act = actText(parts)
  return (
    <>
      <Button
        size="sm"
        look="soft"
        aria-label={`${act}: ${line.brand} ${line.article}`}
        onClick={() => setIsOpen(true)}
      >
        {act}
      </Button>
      {isOpen && (
        <Suspense>
          <MoveLineDialog
            orderId={orderId}
            line={line}
            parts={parts}
            first={first}
            mover="client"
            onClose={() => setIsOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}
