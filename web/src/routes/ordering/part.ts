import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../root.ts'

/** Opened without an account: the secret in the address suffices. */
export const partRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/part/$token',
  staticData: { page: { name: 'part', title: 'Где деталь', robots: 'noindex' } },
  component: lazyRouteComponent(() => import('../../features/ordering/orders/lines/part-page.tsx')),
})
