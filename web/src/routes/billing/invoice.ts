import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { lazyRead } from '../../lib/api/lazy-read.ts'
import { rootRoute } from '../root.ts'

const page = () => import('./invoice.page.ts')

export const invoiceRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/invoice/$id',
  loader: lazyRead(page),
  staticData: {
    page: {
      name: 'invoice-sheet',
      title: 'Счёт на оплату',
      requiresAuth: true,
      roles: ['ArtikulOrderManager', 'ArtikulWarrantyManager', 'ContractorAdmin', 'ContractorUser'],
    },
  },
  component: lazyRouteComponent(page),
})
