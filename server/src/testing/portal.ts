import type { Portal, ReadPortal } from '../platform/portal/index.ts'

/** Reader of a portal that does not change. */
export const asPortal = (portal: Portal): ReadPortal =>
  Object.assign(() => Promise.resolve(portal), { invalidate: () => undefined })
