import { useSyncExternalStore } from 'react'

/** What is called up over any page: the command palette, or the list of its keys. */
export type Quick = 'palette' | 'keys' | null

let shown: Quick = null
const listeners = new Set<() => void>()

export function showQuick(next: Quick) {
  shown = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const useQuick = () => useSyncExternalStore(subscribe, () => shown)

/** «⌘» on computers of Apple, «Ctrl» on all others. */
export const MAIN_KEY = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl'
