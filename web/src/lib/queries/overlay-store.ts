import { createAtom, useSelector } from '@tanstack/react-store'

/** Overlays available on any page: command palette, keyboard map, tour. */
export type Quick = 'palette' | 'keys' | 'tour' | null

const shown = createAtom<Quick>(null)

export const showQuick = (next: Quick) => shown.set(next)

export const useQuick = () => useSelector(shown)

/** True while a modal dialog covers the page, over which no other overlay opens. */
export const isBehindDialog = () => Boolean(document.getElementById('main')?.closest('[aria-hidden="true"], [inert]'))

/** «⌘» on Apple devices, «Ctrl» on all others. */
export const MAIN_KEY = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl'
