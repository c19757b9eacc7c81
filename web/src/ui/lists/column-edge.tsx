import { useState, type KeyboardEvent, type PointerEvent } from 'react'
import { cx } from '../cx.ts'

/** Distance of one key press. */
const STEP_PX = 16

interface Props {
  header: string
  /** Width of the column in per cent of the table. */
  share: number
  /** Begins a change; the returned function moves the edge by a distance from its first place. */
  onStart: () => (by: number) => void
  /** Keeps the widths after the edge was moved. */
  onEnd: () => void
}

/** Right edge of a column's head, by the ARIA window-splitter pattern. */
export function ColumnEdge({ header, share, onStart, onEnd }: Props) {
  const [drag, setDrag] = useState<{ from: number; move: (by: number) => void } | null>(null)
  const end = () => {
    if (!drag) return
    setDrag(null)
    onEnd()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -STEP_PX, ArrowRight: STEP_PX }[event.key]
    if (by === undefined) return
    event.preventDefault()
    onStart()(by)
    onEnd()
  }
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    setDrag({ from: event.clientX, move: onStart() })
  }
  return (
    <div
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      // A description, because a name would become a part of the column's name.
      aria-description={`Ширина колонки «${header}»`}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(share)}
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
      onPointerMove={(event) => drag?.move(event.clientX - drag.from)}
      onPointerUp={end}
      onPointerCancel={end}
      className={cx(
        'absolute inset-y-0 right-0 w-2 cursor-col-resize touch-none border-r-2 hover:border-control focus-visible:border-ring focus-visible:outline-none max-lg:hidden print:hidden',
        drag ? 'border-ring' : 'border-transparent',
      )}
    />
  )
}
