import type { ComponentType } from 'react'

/** What every overlay receives: how to go away with an answer. */
export interface OverlayProps<T> {
  close: (answer: T) => void
}

interface Open {
  id: number
  Overlay: ComponentType<OverlayProps<unknown>>
  close: (answer: unknown) => void
}

let open: readonly Open[] = []
let lastId = 0
const listeners = new Set<() => void>()
const set = (next: readonly Open[]) => {
  open = next
  for (const listener of listeners) listener()
}

export const overlayStore = {
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
  get: () => open,
}

/** Opens an overlay in the page's one host and waits for its answer. */
export function openOverlay<T>(Overlay: ComponentType<OverlayProps<T>>): Promise<T> {
  return new Promise((resolve) => {
    const id = ++lastId
    const close = (answer: T) => {
      set(open.filter((item) => item.id !== id))
      resolve(answer)
    }
    // The host draws overlays of every answer type; each gets back only the `close` that was made for it.
    set([...open, { id, Overlay, close } as unknown as Open])
  })
}
