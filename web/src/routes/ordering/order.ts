import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { lazyRead } from '../../lib/api/lazy-read.ts'
import { rootRoute } from '../root.ts'

const page = () => import('./order.page.ts')

export const orderRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/orders/$id',
  loader: lazyRead(page),
  staticData: {
    page: {
      name: 'order',
      title: 'Заказ',
      requiresAuth: true,
      roles: ['ArtikulOrderManager', 'ArtikulWarrantyManager', 'ContractorAdmin', 'ContractorUser'],
    },
  },
  component: lazyRouteComponent(page),
})
