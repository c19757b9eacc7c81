import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { lazyRead } from '../../lib/api/lazy-read.ts'
import { rootRoute } from '../root.ts'

const page = () => import('./supplier-return.page.ts')

export const supplierReturnRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/supplier-returns/$id',
  loader: lazyRead(page),
  staticData: {
    page: {
      name: 'supplier-return',
      title: 'Возврат поставщику',
      requiresAuth: true,
      roles: ['ArtikulOrderManager', 'ArtikulWarrantyManager'],
    },
  },
  component: lazyRouteComponent(page),
})
