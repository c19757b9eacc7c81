import { Popover as BasePopover } from '@base-ui/react/popover'
import { useEffect, type ReactNode, type RefObject } from 'react'

interface Props {
  /** Element of the page that the note points to. */
  anchor: HTMLElement
  title: string
  children: ReactNode
  focusOn: RefObject<HTMLElement | null>
  onClose: () => void
}

/** Note beside a highlighted element; the rest of the page stays interactive. */
export function Coachmark({ anchor, title, children, focusOn, onClose }: Props) {
  useEffect(() => {
    anchor.dataset['pointed'] = ''
    anchor.scrollIntoView({ block: 'nearest' })
    return () => {
      delete anchor.dataset['pointed']
    }
  }, [anchor])
  return (
    <BasePopover.Root open onOpenChange={(open) => !open && onClose()}>
      <BasePopover.Portal>
        <BasePopover.Positioner anchor={anchor} sideOffset={8} collisionPadding={12} className="z-[1000]">
          <BasePopover.Popup initialFocus={focusOn} className="popup w-80 max-w-[calc(100vw-1.5rem)] p-4">
            <div aria-live="polite">
              <BasePopover.Title className="mb-1 text-base font-semibold">{title}</BasePopover.Title>
              {children}
            </div>
          </BasePopover.Popup>
        </BasePopover.Positioner>
      </BasePopover.Portal>
    </BasePopover.Root>
  )
}
