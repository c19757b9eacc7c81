import { Popover as BasePopover } from '@base-ui/react/popover'
import type { ReactElement, ReactNode } from 'react'

interface Props {
  trigger: ReactElement
  title?: string
  children: ReactNode
}

export function Popover({ trigger, title, children }: Props) {
  return (
    <BasePopover.Root>
      <BasePopover.Trigger render={trigger} />
      <BasePopover.Portal>
        <BasePopover.Positioner sideOffset={6} className="z-[1000]">
          <BasePopover.Popup className="popup p-3">
            {title && <BasePopover.Title className="mb-1 font-semibold">{title}</BasePopover.Title>}
            {children}
          </BasePopover.Popup>
        </BasePopover.Positioner>
      </BasePopover.Portal>
    </BasePopover.Root>
  )
}
