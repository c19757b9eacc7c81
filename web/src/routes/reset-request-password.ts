import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { IconLockQuestion } from '@tabler/icons-react'
import { rootRoute } from './root.ts'

export const resetRequestPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/reset-password/$id',
  staticData: {
    page: { name: 'reset-request-password', icon: IconLockQuestion, title: 'Новый пароль', robots: 'noindex' },
  },
  component: lazyRouteComponent(() => import('../features/auth/reset-link-page.tsx')),
})
