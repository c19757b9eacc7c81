import type { GuardPage } from '../session/guard.ts'

let shown: GuardPage | null = null

/** The page on screen: where a refused navigation goes back to. */
export const shownPage = {
  get: () => shown,
  set: (page: GuardPage | null) => {
    shown = page
  },
}
