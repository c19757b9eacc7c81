import { createAtom, useSelector } from '@tanstack/react-store'

/** Overlays available on any page: command palette, keyboard map, tour. */
export type Quick = 'palette' | 'keys' | 'tour' | null

const shown = createAtom<Quick>(null)

export const showQuick = (next: Quick) => shown.set(next)

export const useQuick = () => useSelector(shown)

/** The kit's dialogs hide the rest of the page: over one of them nothing else is called up. */
export const isBehindDialog = () => Boolean(document.getElementById('main')?.closest('[aria-hidden="true"], [inert]'))

/** «⌘» on computers of Apple, «Ctrl» on all others. */
export const MAIN_KEY = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl'
