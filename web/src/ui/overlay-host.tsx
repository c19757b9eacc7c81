import { Suspense, useSyncExternalStore } from 'react'
import { overlayStore } from './overlays.ts'

/** The one place where overlays opened from code are drawn. */
export function OverlayHost() {
  const open = useSyncExternalStore(overlayStore.subscribe, overlayStore.get)
  return open.map(({ id, Overlay, close }) => (
    <Suspense key={id}>
      <Overlay close={close} />
    </Suspense>
  ))
}
