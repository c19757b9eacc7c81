import { createAtom } from '@tanstack/react-store'
import type { ComponentType } from 'react'

/** Props of every overlay: a function that closes it with a result. */
export interface OverlayProps<T> {
  close: (answer: T) => void
}

interface Open {
  id: number
  Overlay: ComponentType<OverlayProps<unknown>>
  close: (answer: unknown) => void
}

let lastId = 0

export const openOverlays = createAtom<readonly Open[]>([])

/** Opens an overlay in the page's host and resolves to its result. */
export function openOverlay<T>(Overlay: ComponentType<OverlayProps<T>>): Promise<T> {
  return new Promise((resolve) => {
    const id = ++lastId
    const close = (answer: T) => {
      openOverlays.set((open) => open.filter((item) => item.id !== id))
      resolve(answer)
    }
    // The host renders overlays of every result type; each receives only its own `close`.
    const drawn = { id, Overlay, close } as unknown as Open
    openOverlays.set((open) => [...open, drawn])
  })
}
