import type { OrderLine } from '@artikul/contract/orders'
import { lazy, Suspense, useState } from 'react'
import { useHasRole } from '../../lib/current-session.ts'
import { Button } from '../../ui/button.tsx'
import { actText, movableParts } from './line-ways.ts'

const MoveLineDialog = lazy(() => import('./move-line-dialog.tsx'))

/** What the person may do with a line; nothing, when there is nothing. */
export function MoveLineButton({ orderId, line }: { orderId: number; line: OrderLine }) {
  const [isOpen, setIsOpen] = useState(false)
  const mover = useHasRole('ArtikulOrderManager') ? 'staff' : 'client'
  const parts = movableParts(line, mover)
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
