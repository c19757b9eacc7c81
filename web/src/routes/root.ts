import { createRootRouteWithContext, redirect } from '@tanstack/react-router'
import { session } from '../lib/session/current-session.ts'
import { guard, hasRole } from '../lib/session/guard.ts'
import { rolesOf } from '../lib/session/session.ts'
import { isHidden } from '../lib/page/portal.ts'
import { shownPage } from '../lib/page/shown-page.ts'
import { NotFoundPage } from '../features/workspace/home/not-found-page.tsx'
import { readFrame } from '../app/member-parts.ts'
import { SiteFrame } from '../app/site-frame.tsx'

const CLIENTS = ['ContractorAdmin', 'ContractorUser'] as const

interface RouterContext {
  /** True when the path belongs to a page for signed-in users that is not registered yet. */
  isMemberPage: (path: string) => Promise<boolean>
}

export const rootRoute = createRootRouteWithContext<RouterContext>()({
  component: SiteFrame,
  notFoundComponent: NotFoundPage,
  beforeLoad: async ({ location, matches }) => {
    if (session.getState().authenticated && !session.getState().user) await session.loadUser()
    const page = matches.at(-1)?.staticData.page
    if (!page) return
    const { authenticated, user } = session.getState()
    // Visitors enter at the login page of a portal without a home page for them.
    if (page.name === 'home' && !authenticated && isHidden('/')) redirect({ to: '/login', replace: true, throw: true })
    const { redirect: wanted } = location.search as { redirect?: string }
    const instead = guard({
      to: { name: page.name, roles: page.roles, right: page.right, href: location.href, redirect: wanted },
      from: shownPage.get(),
      signedIn: authenticated,
      roles: rolesOf(user),
      rights: user?.rights ?? [],
      mustSetSecondFactor: user?.must_set_second_factor ?? false,
    })
    if (instead) redirect({ href: instead, replace: true, throw: true })
  },
  loader: ({ location }) => {
    const { user, contractor } = session.getState()
    return contractor !== null && hasRole(rolesOf(user), CLIENTS) ? readFrame(location.pathname) : undefined
  },
})
