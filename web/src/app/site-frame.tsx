import { Outlet, useMatches } from '@tanstack/react-router'
import { use, useDeferredValue } from 'react'
import { Shell } from '../features/workspace/shell/shell.tsx'
import { HiddenPageNote } from '../features/workspace/shell/hidden-page-note.tsx'
import { NotFoundPage } from '../features/workspace/home/not-found-page.tsx'
import { isHidden, isMissing, usePortal } from '../lib/page/portal.ts'
import { useSession } from '../lib/session/current-session.ts'
import { isPublicPage } from '../lib/session/guard.ts'
import { rolesOf } from '../lib/session/session-state.ts'
import { memberParts } from './member-parts.ts'
import { PendingPage } from '../ui/states/page-states.tsx'

export function SiteFrame() {
  const { authenticated } = useSession()
  return (
    <Shell member={authenticated ? use(memberParts()) : null}>
      <Page />
    </Shell>
  )
}

/** True after a reload or going back, when restoring the scroll position needs the full page at once. */
const comesBack = () => {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return navigation?.type === 'reload' || navigation?.type === 'back_forward'
}

/** Remounts the page when the user or the company changes, so that it preserves none of the previous data. */
function Page() {
  const { user, contractor } = useSession()
  // The frame renders first and the page in parts, between which presses are handled.
  const isFramed = useDeferredValue(true, comesBack())
  const portal = usePortal()
  const path = useMatches({ select: (matches) => matches.at(-1)?.pathname ?? '/' })
  const page = useMatches({ select: (matches) => matches.at(-1)?.staticData.page })
  // Signed out by another tab: the guard is about to redirect to the login page.
  if (page && !isPublicPage(page.name) && !user) return <PendingPage />
  if (!isFramed) return <div className="min-h-dvh" />
  const outlet = <Outlet key={user ? `${user.id} ${contractor?.id ?? ''}` : 'nobody'} />
  if (isMissing(path, rolesOf(user), portal)) return <NotFoundPage />
  if (path === '/' || !isHidden(path, portal)) return outlet
  return (
    <>
      <HiddenPageNote />
      {outlet}
    </>
  )
}
