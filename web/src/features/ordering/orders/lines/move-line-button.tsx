import type { OrderLine } from '@artikul/contract/ordering/orders/orders'
import { Suspense, useState } from 'react'
import { useHasRole } from '../../../../lib/session/current-session.ts'
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

/** Actions of the user on a line; hidden when there are none. */
export function MoveLineButton({ orderId, line, isAsked }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const mover = useHasRole('ArtikulOrderManager') ? 'staff' : 'client'
  const all = movableParts(line, mover)
  const parts = mover === 'client' && isAsked ? all.filter(({ state }) => state !== 'needs_confirm') : all
  const [first] = parts
  if (!first) return null
  const act = actText(parts, mover)
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
            mover={mover}
            onClose={() => setIsOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}
