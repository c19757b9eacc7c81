import type { GuardPage } from '../session/guard.ts'

let shown: GuardPage | null = null

/** Page on screen, to which a refused navigation returns. */
export const shownPage = {
  get: () => shown,
  set: (page: GuardPage | null) => {
    shown = page
  },
}
