import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../root.ts'

/** From a letter, without signing in: the secret of the address is all that one needs. */
export const emailLinksRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/letters/$token',
  staticData: { page: { name: 'letters', title: 'Письма о заказах', robots: 'noindex' } },
  component: lazyRouteComponent(() => import('../../features/identity/profile/recipient-link-page.tsx')),
})
