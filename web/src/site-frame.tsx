import { Outlet, useMatches } from '@tanstack/react-router'
import { use } from 'react'
import { Shell } from './features/shell/shell.tsx'
import { useSession } from './lib/current-session.ts'
import { memberParts } from './member-parts.ts'
import { PendingPage } from './ui/page-states.tsx'

export function SiteFrame() {
  const { authenticated } = useSession()
  return (
    <Shell member={authenticated ? use(memberParts()) : null}>
      <Page />
    </Shell>
  )
}

/** A page is one person's and one company's: when either changes, it begins anew instead of keeping what it shows. */
function Page() {
  const { user, contractor } = useSession()
  const isClosed = useMatches({ select: (matches) => matches.at(-1)?.staticData.page?.requiresAuth === true })
  // Signed out by another tab: the guard is about to lead to the login page.
  if (isClosed && !user) return <PendingPage />
  return <Outlet key={user ? `${user.id} ${contractor?.id ?? ''}` : 'nobody'} />
}
