import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../root.ts'

/** From a letter, without signing in: the secret of the address is all that one needs. */
export const decisionRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/decision/$token',
  staticData: {
    page: { name: 'decision', title: 'Решение по строке заказа', robots: 'noindex' },
  },
  component: lazyRouteComponent(() => import('../../features/ordering/orders/change-approvals/approval-link-page.tsx')),
})
