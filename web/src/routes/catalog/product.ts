import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { lazyRead } from '../../lib/api/lazy-read.ts'
import { rootRoute } from '../root.ts'

const page = () => import('./product.page.ts')

export const productRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/catalog/$code',
  loader: lazyRead(page),
  staticData: {
    page: {
      name: 'product',
      title: 'Карточка товара',
      requiresAuth: true,
      roles: ['ArtikulOrderManager', 'ArtikulWarrantyManager', 'ContractorAdmin', 'ContractorUser'],
    },
  },
  component: lazyRouteComponent(page),
})
