import { Outlet, useMatches } from '@tanstack/react-router'
import { use, useDeferredValue } from 'react'
import { Shell } from '../features/workspace/shell/shell.tsx'
import { useSession } from '../lib/session/current-session.ts'
import { isPublicPage } from '../lib/session/guard.ts'
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

/** Restores the scroll position after going back, which needs a page as long as before. */
const comesBack = () => {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return navigation?.type === 'reload' || navigation?.type === 'back_forward'
}

/** A page is one person's and one company's: when either changes, it begins anew instead of keeping what it shows. */
function Page() {
  const { user, contractor } = useSession()
  // The frame is drawn first, and the page by pieces: whatever is pressed meanwhile answers between them.
  const isFramed = useDeferredValue(true, comesBack())
  const page = useMatches({ select: (matches) => matches.at(-1)?.staticData.page })
  // Signed out by another tab: the guard is about to lead to the login page.
  if (page && !isPublicPage(page.name) && !user) return <PendingPage />
  if (!isFramed) return <div className="min-h-dvh" />
  return <Outlet key={user ? `${user.id} ${contractor?.id ?? ''}` : 'nobody'} />
}
