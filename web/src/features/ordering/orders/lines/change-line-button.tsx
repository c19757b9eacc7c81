import { CHANGEABLE } from '@artikul/contract/ordering/orders/line-transitions'
import type { OrderLine } from '@artikul/contract/ordering/orders/orders'
import { Suspense, useState } from 'react'
import { Button } from '../../../../ui/button.tsx'
import { lazyWindow } from '../../../../ui/windows/lazy-window.tsx'

const ChangeLineDialog = lazyWindow(() => import('./change-line-dialog.tsx'))

interface Props {
  line: OrderLine
  isAsked: boolean
}

/** Changes the terms of goods that have not arrived; hidden when all have arrived or been dropped. */
export function ChangeLineButton({ line, isAsked }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  if (!line.parts.some(({ state, shipment }) => !shipment && CHANGEABLE.includes(state))) return null
  return (
    <>
      <Button
        size="sm"
        look="soft"
        aria-label={`Цена и срок: ${line.brand} ${line.article}`}
        onClick={() => setIsOpen(true)}
      >
        Цена и срок
      </Button>
      {isOpen && (
        <Suspense>
          <ChangeLineDialog line={line} isAsked={isAsked} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
