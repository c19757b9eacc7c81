import { noop } from '@tanstack/react-query'
import { lazy, Suspense, useEffect } from 'react'
import { session, useHasRole, useSession } from '../../../lib/session/current-session.ts'
import { isBehindDialog, showQuick, useQuick } from '../../../lib/queries/overlay-store.ts'
import { CLIENT_STEPS, STAFF_STEPS } from './tour-steps.ts'

const Tour = lazy(() => import('./tour.tsx'))

const LOOK_MS = 500

/** Shows the tour once after the first sign-in, and later on request from the user menu. */
export function FrameTour() {
  const { user } = useSession()
  const isClient = useHasRole('ContractorAdmin', 'ContractorUser')
  const shown = useQuick()
  useFirstShowing(user !== null && user.is_newcomer && !user.must_set_second_factor && user.impersonated_by === null)
  if (!user || shown !== 'tour') return null
  return (
    <Suspense>
      <Tour steps={isClient ? CLIENT_STEPS : STAFF_STEPS} onClose={() => showQuick(null)} />
    </Suspense>
  )
}

/** True when the page is loaded and no input or dialog is active: the tour would take the focus away. */
const isQuiet = () =>
  document.querySelector('main h1') !== null &&
  document.querySelector('.skeleton, [aria-busy=true], [role=dialog], [role=menu]') === null &&
  !document.activeElement?.matches('input, textarea, select') &&
  !isBehindDialog()

function useFirstShowing(isDue: boolean) {
  useEffect(() => {
    if (!isDue) return
    const timer = setInterval(() => {
      if (!isQuiet()) return
      session.setToured()
      showQuick('tour')
      // If the request fails, the tour is shown again next time.
      import('./tour.api.ts').then(({ finishTour }) => finishTour()).catch(noop)
    }, LOOK_MS)
    return () => clearInterval(timer)
  }, [isDue])
}
