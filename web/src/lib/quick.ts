import { useSyncExternalStore } from 'react'

/** What is called up over any page: the command palette, the list of its keys, or the tour of the frame. */
export type Quick = 'palette' | 'keys' | 'tour' | null

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

/** The kit's dialogs hide the rest of the page: over one of them nothing else is called up. */
export const isBehindDialog = () => Boolean(document.getElementById('main')?.closest('[aria-hidden="true"], [inert]'))

/** «⌘» on computers of Apple, «Ctrl» on all others. */
export const MAIN_KEY = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl'
