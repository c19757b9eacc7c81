import { CSPProvider } from '@base-ui/react/csp-provider'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { Suspense, use, useEffect, useRef } from 'react'
import { networkError } from '../lib/api/api-error.ts'
import { session, useSession } from '../lib/session/current-session.ts'
import { queryClient } from '../lib/api/query-client.ts'
import { memberPortal } from './member-portal.ts'
import { router } from './router.ts'
import { ErrorState } from '../ui/states/error-state.tsx'
import { OverlayHost } from '../ui/windows/overlay-host.tsx'
import { FullScreenSpinner } from '../ui/states/spinner.tsx'
import { ToastHost } from '../ui/hints/toast-host.tsx'
import { TooltipHost } from '../ui/hints/tooltip-host.tsx'

export function App() {
  return (
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={queryClient}>
        <Suspense fallback={<FullScreenSpinner />}>
          <RootView />
        </Suspense>
        <OverlayHost />
        <ToastHost />
        <TooltipHost />
      </QueryClientProvider>
    </CSPProvider>
  )
}

/** Routing starts once the session is known. */
function RootView() {
  const { initialising, unreachable, authenticated, user } = useSession()
  const person = initialising ? undefined : authenticated ? (user?.id ?? null) : null
  const shownPerson = useRef<number | null | undefined>(undefined)
  useEffect(() => {
    if (person === undefined || person === shownPerson.current) return
    const isFirst = shownPerson.current === undefined
    shownPerson.current = person
    // Clears cached data of the previous user and runs the guard again.
    if (person === null) queryClient.clear()
    if (!isFirst || person === null) void router.invalidate()
  }, [person])

  if (initialising) return <FullScreenSpinner />
  if (unreachable) {
    return (
      <main className="grid min-h-dvh place-items-center">
        <h1 className="sr-only">Портал недоступен</h1>
        <ErrorState error={networkError()} onRetry={() => void session.start()} />
      </main>
    )
  }
  // Loaded here, so that the first render has all parts of the frame and all pages.
  if (authenticated) use(memberPortal())
  return <RouterProvider router={router} />
}
