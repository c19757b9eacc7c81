import { Outlet, useMatches } from '@tanstack/react-router'
import { PartSearch } from './features/catalog/part-search.tsx'
import { PaletteButton } from './features/palette/palette-button.tsx'
import { Shell } from './features/shell/shell.tsx'
import { FrameTour } from './features/tour/frame-tour.tsx'
import { useSession } from './lib/current-session.ts'
import { PendingPage } from './ui/page-states.tsx'

/** Introduces the features that share the frame of every page. */
export function SiteFrame() {
  return (
    <>
      <Shell search={<PartSearch />} palette={<PaletteButton />}>
        <Page />
      </Shell>
      <FrameTour />
    </>
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
