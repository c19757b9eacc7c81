import { LINE_STATES, type OrderLine } from '@artikul/contract/ordering/orders/orders'
import { IconChevronDown, IconDots } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { quantity } from '../../../../lib/text/format.ts'
import { lazyWindow } from '../../../../ui/windows/lazy-window.tsx'
import { Menu } from '../../../../ui/windows/menu.tsx'
import { LineStateTag } from '../order-status.tsx'
import { movableParts, movesTo, nextStates } from './line-ways.ts'
import { useMoveLines } from './use-move-lines.ts'

const MoveLineDialog = lazyWindow(() => import('./move-line-dialog.tsx'))

interface Props {
  line: OrderLine
  part: OrderLine['parts'][number]
}

const qtyOf = ({ line, part }: Props) => (line.parts.length > 1 ? quantity(part.qty, line.unit) : undefined)

/** State of a part of a line. */
export const LineStatus = (props: Props) => <LineStateTag state={props.part.state} qty={qtyOf(props)} />

/** State of a part that a manager changes in place: the usual next states, and a window for the others. */
export function LineStatusMenu({ orderId, ...props }: Props & { orderId: number }) {
  const { line, part } = props
  const [isOpen, setIsOpen] = useState(false)
  const { move, isPending } = useMoveLines(orderId)
  const parts = movableParts(line, 'staff')
  const movable = part.shipment ? undefined : parts.find(({ state }) => state === part.state)
  if (!movable) return <LineStatus {...props} />
  const title = `${line.brand} ${line.article}`
  const qty = qtyOf(props)
  return (
    <>
      <Menu
        label={`Статус: ${title}, ${LINE_STATES[part.state]}${qty === undefined ? '' : `: ${qty}`}`}
        button={
          <>
            <LineStatus {...props} />
            <IconChevronDown size={14} aria-hidden="true" className="text-text-2 print:hidden" />
          </>
        }
        buttonClass="inline-flex items-center gap-0.5 rounded hover:not-disabled:bg-group disabled:opacity-50 pointer-coarse:min-h-11"
        isDisabled={isPending}
        from="left"
        items={[
          ...nextStates(movable).map((to) => ({
            label: LINE_STATES[to],
            onSelect: () => move(movesTo(to, line, [movable]), `${title}: «${LINE_STATES[to]}»`),
          })),
          {
            label: 'Другой статус или часть…',
            icon: <IconDots size={16} aria-hidden="true" />,
            onSelect: () => setIsOpen(true),
          },
        ]}
      />
      {isOpen && (
        <Suspense>
          <MoveLineDialog
            orderId={orderId}
            line={line}
            parts={parts}
            first={movable}
            mover="staff"
            onClose={() => setIsOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}
