import { MISSING_PAGE } from '@artikul/contract/site/page-head'
import { createRouter } from '@tanstack/react-router'
import { session } from '../lib/session/current-session.ts'
import { applyHead } from '../lib/page/head.ts'
import { loadOnce } from '../lib/api/load-once.ts'
import { isMissing } from '../lib/page/portal.ts'
import { headOfRoute, titledFor } from '../lib/page/page-meta.ts'
import { parseSearch, stringifySearch } from '../lib/page/search-params.ts'
import { rolesOf } from '../lib/session/session.ts'
import type { MEMBER_ROUTES } from './member-routes.ts'
import { FailedPage, PendingPage } from '../ui/states/page-states.tsx'
import { shownPage } from '../lib/page/shown-page.ts'
import { aboutRoute, editAboutRoute, editRospartRoute, rospartRoute } from '../routes/site/text-pages.ts'
import { apiRoute } from '../routes/site/api.ts'
import { contactsRoute } from '../routes/site/contacts.ts'
import { approvalLinkRoute } from '../routes/ordering/change-approval.ts'
import { partRoute } from '../routes/ordering/part.ts'
import { homeRoute } from '../routes/workspace/home.ts'
import { createKitRoute } from '../routes/workspace/kit.ts'
import { emailLinksRoute } from '../routes/identity/email-links.ts'
import { loginRoute } from '../routes/identity/login.ts'
import { setupRoute } from '../routes/workspace/setup.ts'
import { editNewsRoute, newNewsRoute, newsDetailRoute, newsRoute } from '../routes/site/news.ts'
import { notFoundRoute } from '../routes/not-found.ts'
import { offerRoute } from '../routes/companies/offer.ts'
import { registrationRoute } from '../routes/companies/registration.ts'
import { resetPasswordRoute } from '../routes/identity/reset-password.ts'
import { resetRequestPasswordRoute } from '../routes/identity/reset-request-password.ts'
import { rootRoute } from '../routes/root.ts'

const WITH_KIT = import.meta.env.DEV || import.meta.env.VITE_KIT === '1'

/** Public routes, with the pages where their contents are edited. */
const PUBLIC_ROUTES = [
  homeRoute,
  loginRoute,
  setupRoute,
  registrationRoute,
  offerRoute,
  contactsRoute,
  newsRoute,
  newsDetailRoute,
  newNewsRoute,
  editNewsRoute,
  aboutRoute,
  editAboutRoute,
  rospartRoute,
  editRospartRoute,
  resetPasswordRoute,
  resetRequestPasswordRoute,
  approvalLinkRoute,
  partRoute,
  emailLinksRoute,
  apiRoute,
  notFoundRoute,
  ...(WITH_KIT ? [createKitRoute()] : []),
] as const

type AllRoutes = readonly [...typeof PUBLIC_ROUTES, ...typeof MEMBER_ROUTES]
type RouteTree = ReturnType<typeof rootRoute.addChildren<AllRoutes>>

export const router = createRouter({
  // Typed with all routes, because links may lead to pages that are not registered yet.
  routeTree: rootRoute.addChildren(PUBLIC_ROUTES) as unknown as RouteTree,
  context: { isMemberPage },
  parseSearch,
  stringifySearch,
  scrollRestoration: true,
  defaultPreload: 'intent',
  defaultPendingMs: 300,
  defaultPendingComponent: PendingPage,
  defaultErrorComponent: FailedPage,
})

/** Registers the pages for signed-in users, after a sign-in or for an address that no public page has. */
export const learnMemberPages = loadOnce(async () => {
  const { MEMBER_ROUTES } = await import('./member-routes.ts')
  rootRoute.addChildren([...PUBLIC_ROUTES, ...MEMBER_ROUTES])
  router.setRoutes(router.buildRouteTree())
})

async function isMemberPage(path: string): Promise<boolean> {
  await learnMemberPages()
  return router.getMatchedRoutes(path)[0].at(-1)?.id !== notFoundRoute.id
}

router.subscribe('onResolved', () => {
  const page = router.state.matches.at(-1)?.staticData.page
  const { pathname } = router.state.location
  const roles = rolesOf(session.getState().user)
  applyHead(page && !isMissing(pathname, roles) ? headOfRoute(titledFor(page, roles), pathname) : MISSING_PAGE)
  // Keyboard users continue at the new page, not at the top of the document.
  if (document.activeElement === document.body) document.getElementById('main')?.focus({ preventScroll: true })
  shownPage.set(
    page ? { name: page.name, roles: page.roles, right: page.right, href: router.state.location.href } : null,
  )
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
