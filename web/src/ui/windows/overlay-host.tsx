import { useSelector } from '@tanstack/react-store'
import { Suspense } from 'react'
import { openOverlays } from './overlays.ts'

/** The only host of overlays opened from code. */
export function OverlayHost() {
  const open = useSelector(openOverlays)
  return open.map(({ id, Overlay, close }) => (
    <Suspense key={id}>
      <Overlay close={close} />
    </Suspense>
  ))
}
