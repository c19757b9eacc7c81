import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../root.ts'

/** Opened from an email without signing in: the secret in the address suffices. */
export const emailLinksRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/letters/$token',
  staticData: { page: { name: 'letters', title: 'Письма о заказах', robots: 'noindex' } },
  component: lazyRouteComponent(() => import('../../features/identity/profile/recipient-link-page.tsx')),
})
