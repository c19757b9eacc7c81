import { useEffect, useState } from 'react'
import { loadOnce } from '../../lib/api/load-once.ts'

const floatingTooltip = loadOnce(() => import('./floating-tooltip.tsx').then(({ FloatingTooltip }) => FloatingTooltip))

const DELAY_MS = 400
const iconButtonAt = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLElement>('[data-tooltip]') : null

/**
 * Shows the name of the icon button under the pointer or with keyboard focus. One host serves the page, because tables
 * render hundreds of such buttons. The tooltip's code is loaded on first use.
 */
export function TooltipHost() {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [Tooltip, setTooltip] = useState<Awaited<ReturnType<typeof floatingTooltip>>>()
  useEffect(() => {
    const ending = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const close = () => {
      clearTimeout(timer)
      setAnchor(null)
    }
    const openAt = (button: HTMLElement | null, delay: number) => {
      close()
      if (!button) return
      timer = setTimeout(() => {
        setAnchor(button)
        floatingTooltip().then(
          (loaded) => setTooltip(() => loaded),
          () => undefined,
        )
      }, delay)
    }
    const listen = <K extends keyof DocumentEventMap>(type: K, react: (event: DocumentEventMap[K]) => void) =>
      document.addEventListener(type, react, { signal: ending.signal, passive: true, capture: true })
    listen('pointerover', ({ target, pointerType }) => {
      if (pointerType !== 'touch') openAt(iconButtonAt(target), DELAY_MS)
    })
    listen('focusin', ({ target }) => {
      const button = iconButtonAt(target)
      if (button?.matches(':focus-visible')) openAt(button, 0)
    })
    listen('focusout', close)
    listen('pointerdown', close)
    listen('keydown', close)
    listen('scroll', close)
    return () => {
      ending.abort()
      close()
    }
  }, [])
  return Tooltip && anchor?.isConnected ? <Tooltip anchor={anchor} /> : null
}
