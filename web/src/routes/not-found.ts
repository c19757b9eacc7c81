import { createRoute, redirect } from '@tanstack/react-router'
import { NotFoundPage } from '../features/workspace/home/not-found-page.tsx'
import { rootRoute } from './root.ts'

/** Any other path. Without this route the guard would treat `/admin/nowhere` as the page `/admin`. */
export const notFoundRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '$',
  beforeLoad: async ({ location, context }) => {
    if (await context.isMemberPage(location.pathname)) redirect({ href: location.href, replace: true, throw: true })
  },
  component: NotFoundPage,
})
