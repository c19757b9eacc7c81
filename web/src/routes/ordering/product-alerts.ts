import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { lazyRead } from '../../lib/api/lazy-read.ts'
import { rootRoute } from '../root.ts'

const page = () => import('./product-alerts.page.ts')

export const productAlertsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/watches',
  loader: lazyRead(page),
  staticData: {
    page: {
      name: 'watches',
      title: 'Подписки на товар',
      requiresAuth: true,
      roles: ['ContractorAdmin', 'ContractorUser'],
    },
  },
  component: lazyRouteComponent(page),
})
