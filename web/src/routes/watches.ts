import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { watchesQuery } from '../lib/watches-query.ts'
import { IconBell } from '@tabler/icons-react'
import { prefetch } from '../lib/query-client.ts'
import { rootRoute } from './root.ts'

export const watchesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/watches',
  loader: () => {
    prefetch(watchesQuery)
  },
  staticData: {
    page: {
      name: 'watches',
      icon: IconBell,
      title: 'Ожидание поступления',
      requiresAuth: true,
      roles: ['ContractorAdmin', 'ContractorUser'],
    },
  },
  component: lazyRouteComponent(() => import('../features/watches/watches-page.tsx')),
})
