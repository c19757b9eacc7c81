import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../root.ts'

/** Opened from an email without signing in: the secret in the address suffices. */
export const approvalLinkRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/decision/$token',
  staticData: {
    page: { name: 'decision', title: 'Решение по строке заказа', robots: 'noindex' },
  },
  component: lazyRouteComponent(() => import('../../features/ordering/orders/change-approvals/approval-link-page.tsx')),
})
