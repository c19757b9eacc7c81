import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { IconPackage } from '@tabler/icons-react'
import { productQuery } from '../features/catalog/catalog.api.ts'
import { knownDestination } from '../lib/destination.ts'
import { prefetch } from '../lib/query-client.ts'
import { rootRoute } from './root.ts'

export const productRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/catalog/$code',
  loader: ({ params }) => {
    prefetch(productQuery(params.code, knownDestination()))
  },
  staticData: {
    page: {
      name: 'product',
      icon: IconPackage,
      title: 'Карточка товара',
      requiresAuth: true,
      roles: ['ArtikulOrderManager', 'ArtikulWarrantyManager', 'ContractorAdmin', 'ContractorUser'],
    },
  },
  component: lazyRouteComponent(() => import('../features/catalog/product-page.tsx')),
})
