import { cloneElement, Suspense, useId, useState, type ComponentProps, type ReactElement } from 'react'
import { lazyWithPreload } from './lazy-with-preload.ts'
import type { PopoverContent } from './popover-body.tsx'

const [PopoverBody, preload] = lazyWithPreload(() => import('./popover-body.tsx'))

interface Props extends PopoverContent {
  trigger: ReactElement<ComponentProps<'button'>>
  /** State controlled by the caller. */
  open?: boolean
  onOpenChange?: (open: boolean) => void
}

/** Popover below its button; its code is loaded when the user is about to open it. */
export function Popover({ trigger, open: controlledOpen, onOpenChange, className = 'p-3', ...content }: Props) {
  const id = useId()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [own, setOwn] = useState(false)
  const [wasOpen, setWasOpen] = useState(false)
  const open = controlledOpen ?? own
  // The element stays mounted for its closing transition.
  if (open && !wasOpen) setWasOpen(true)

  const change = (next: boolean) => {
    setOwn(next)
    onOpenChange?.(next)
  }
  return (
    <>
      {cloneElement(trigger, {
        ref: setAnchor,
        'aria-haspopup': 'dialog',
        'aria-expanded': open,
        'aria-controls': open ? id : undefined,
        onClick: () => change(!open),
        onPointerEnter: preload,
        onFocus: preload,
      })}
      {wasOpen && anchor && (
        <Suspense>
          <PopoverBody {...content} id={id} className={className} anchor={anchor} open={open} onOpenChange={change} />
        </Suspense>
      )}
    </>
  )
}
