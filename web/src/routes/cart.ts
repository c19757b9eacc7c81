import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { IconShoppingCart } from '@tabler/icons-react'
import { cartQuery } from '../features/cart/cart.api.ts'
import { consigneesQuery } from '../lib/consignees-query.ts'
import { prefetch } from '../lib/query-client.ts'
import { rootRoute } from './root.ts'

export const cartRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/cart',
  loader: () => {
    prefetch(cartQuery)
    prefetch(consigneesQuery)
  },
  staticData: {
    page: {
      name: 'cart',
      icon: IconShoppingCart,
      title: 'Корзина',
      requiresAuth: true,
      roles: ['ContractorAdmin', 'ContractorUser'],
      order: 3,
    },
  },
  component: lazyRouteComponent(() => import('../features/cart/cart-page.tsx')),
})
