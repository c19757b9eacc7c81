import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { IconPackage } from '@tabler/icons-react'
import { orderQuery } from '../features/orders/orders.api.ts'
import { prefetch } from '../lib/query-client.ts'
import { rootRoute } from './root.ts'

export const orderRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/orders/$id',
  loader: ({ params }) => {
    prefetch(orderQuery(params.id))
  },
  staticData: {
    page: {
      name: 'order',
      icon: IconPackage,
      title: 'Заказ',
      requiresAuth: true,
      roles: ['ArtikulOrderManager', 'ArtikulWarrantyManager', 'ContractorAdmin', 'ContractorUser'],
    },
  },
  component: lazyRouteComponent(() => import('../features/orders/order-page.tsx')),
})
