import { useSelector } from '@tanstack/react-store'
import { Suspense } from 'react'
import { openOverlays } from './overlays.ts'

/** The one place where overlays opened from code are drawn. */
export function OverlayHost() {
  const open = useSelector(openOverlays)
  return open.map(({ id, Overlay, close }) => (
    <Suspense key={id}>
      <Overlay close={close} />
    </Suspense>
  ))
}
