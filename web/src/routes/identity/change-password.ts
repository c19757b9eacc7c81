import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../root.ts'

export const changePasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/change-password',
  staticData: { page: { name: 'change-password', title: 'Смена пароля', requiresAuth: true } },
  component: lazyRouteComponent(() => import('../../features/identity/auth/change-password-page.tsx')),
})
