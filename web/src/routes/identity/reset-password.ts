import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../root.ts'

export const resetPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/reset-password',
  staticData: {
    page: { name: 'reset-password', title: 'Восстановление пароля', robots: 'noindex' },
  },
  component: lazyRouteComponent(() => import('../../features/identity/auth/reset-password-page.tsx')),
})
