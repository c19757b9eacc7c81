import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../root.ts'

export const resetRequestPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/reset-password/$id',
  staticData: {
    page: { name: 'reset-request-password', title: 'Новый пароль', robots: 'noindex' },
  },
  component: lazyRouteComponent(() => import('../../features/identity/auth/reset-link-page.tsx')),
})
