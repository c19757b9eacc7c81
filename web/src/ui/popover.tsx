import { Popover as BasePopover } from '@base-ui/react/popover'
import type { ReactElement, ReactNode } from 'react'
import { cx } from './cx.ts'

interface Props {
  trigger: ReactElement
  title?: string
  children: ReactNode
  /** Told by whoever has to close it himself. */
  open?: boolean
  onOpenChange?: (open: boolean) => void
  className?: string
  /** Its name where there is no title. */
  label?: string
}

export function Popover({ trigger, title, children, open, onOpenChange, className = 'p-3', label }: Props) {
  return (
    <BasePopover.Root {...(open !== undefined && { open })} {...(onOpenChange && { onOpenChange })}>
      <BasePopover.Trigger render={trigger} />
      <BasePopover.Portal>
        <BasePopover.Positioner sideOffset={6} className="z-[1000]">
          <BasePopover.Popup aria-label={label} className={cx('popup', className)}>
            {title && <BasePopover.Title className="mb-1 font-semibold">{title}</BasePopover.Title>}
            {children}
          </BasePopover.Popup>
        </BasePopover.Positioner>
      </BasePopover.Portal>
    </BasePopover.Root>
  )
}
