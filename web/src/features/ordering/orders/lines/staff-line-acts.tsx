import { CHANGEABLE } from '@artikul/contract/ordering/orders/line-transitions'
import type { Order, OrderLine } from '@artikul/contract/ordering/orders/orders'
import { IconDots } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { Button } from '../../../../ui/button.tsx'
import { lazyWindow } from '../../../../ui/windows/lazy-window.tsx'
import { Menu } from '../../../../ui/windows/menu.tsx'
import { confirmingMoves, partsToConfirm, partsToRefuse } from './line-ways.ts'
import { useMoveLines } from './use-move-lines.ts'

const ChangeLineDialog = lazyWindow(() => import('./change-line-dialog.tsx'))
const RefuseLinesDialog = lazyWindow(() => import('./refuse-lines-dialog.tsx'))

interface Props {
  order: Order
  line: OrderLine
  /** True when an approval is open, which new terms replace. */
  isAsked: boolean
}

/** Actions of a manager on a line: the two that it waits for, and a menu with the others. */
export function StaffLineActs({ order: { id, can }, line, isAsked }: Props) {
  const [open, setOpen] = useState<'terms' | 'refusal' | null>(null)
  const { move, isPending } = useMoveLines(id)
  const title = `${line.brand} ${line.article}`
  const awaiting = can.move ? partsToConfirm(line, isAsked) : []
  const mayRefuse = can.move && partsToRefuse(line).length > 0
  const mayChange =
    can.change &&
    line.claim === null &&
    line.parts.some(({ state, shipment }) => !shipment && CHANGEABLE.includes(state))
  const isAwaited = awaiting.length > 0
  const items = [
    ...(mayChange ? [{ label: 'Цена и срок…', onSelect: () => setOpen('terms') }] : []),
    ...(mayRefuse && !isAwaited ? [{ label: 'Отказать…', dangerous: true, onSelect: () => setOpen('refusal') }] : []),
  ]
  return (
    <span className="flex items-center gap-1">
      {isAwaited && (
        <Button
          size="sm"
          className="pointer-coarse:h-11"
          busy={isPending}
          aria-label={`Подтвердить: ${title}`}
          onClick={() => move(confirmingMoves(line, awaiting), `${title}: подтверждено`)}
        >
          Подтвердить
        </Button>
      )}
      {isAwaited && mayRefuse && (
        <Button
          size="sm"
          look="ghost"
          className="pointer-coarse:h-11"
          aria-label={`Отказать: ${title}`}
          onClick={() => setOpen('refusal')}
        >
          Отказать
        </Button>
      )}
      {items.length > 0 && (
        <Menu
          label={`Ещё: ${title}`}
          button={<IconDots size={16} aria-hidden="true" />}
          buttonClass="grid size-7 place-items-center rounded-md text-text-2 hover:bg-group hover:text-text pointer-coarse:size-11 print:hidden"
          from="left"
          items={items}
        />
      )}
      {open === 'terms' && (
        <Suspense>
          <ChangeLineDialog line={line} isAsked={isAsked} onClose={() => setOpen(null)} />
        </Suspense>
      )}
      {open === 'refusal' && (
        <Suspense>
          <RefuseLinesDialog orderId={id} lines={[line]} chosen={[line.id]} onClose={() => setOpen(null)} />
        </Suspense>
      )}
    </span>
  )
}
