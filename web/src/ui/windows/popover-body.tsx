import { Popover as BasePopover, type PopoverRootChangeEventDetails } from '@base-ui/react/popover'
import type { ReactNode } from 'react'
import { cx } from '../cx.ts'

export interface PopoverContent {
  title?: string
  children: ReactNode
  className?: string
  /** Accessible name when there is no title. */
  label?: string
  /** Edge that is aligned with that of the button. */
  align?: 'start' | 'center' | 'end'
}

interface Props extends PopoverContent {
  id: string
  anchor: HTMLElement
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** True for a press on the button, which closes the popover itself and is no outside press. */
const isOf = (anchor: HTMLElement, { event }: PopoverRootChangeEventDetails) => {
  const target = event instanceof FocusEvent ? event.relatedTarget : event.target
  return target instanceof Node && anchor.contains(target)
}

export default function PopoverBody({
  id,
  anchor,
  open,
  onOpenChange,
  title,
  label,
  align = 'center',
  className,
  children,
}: Props) {
  return (
    <BasePopover.Root
      open={open}
      onOpenChange={(next, details) => {
        if (isOf(anchor, details)) details.cancel()
        else onOpenChange(next)
      }}
    >
      <BasePopover.Portal>
        <BasePopover.Positioner anchor={anchor} align={align} sideOffset={6} className="z-[1000]">
          <BasePopover.Popup id={id} finalFocus={() => anchor} aria-label={label} className={cx('popup', className)}>
            {title && <BasePopover.Title className="mb-1 font-semibold">{title}</BasePopover.Title>}
            {children}
          </BasePopover.Popup>
        </BasePopover.Positioner>
      </BasePopover.Portal>
    </BasePopover.Root>
  )
}
