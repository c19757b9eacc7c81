import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { lazyRead } from '../../lib/api/lazy-read.ts'
import { rootRoute } from '../root.ts'

const page = () => import('./order-invoice.page.ts')

export const orderInvoiceRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/order-invoice/$id',
  loader: lazyRead(page),
  staticData: {
    page: {
      name: 'order-invoice',
      title: 'Счёт на оплату',
      requiresAuth: true,
      roles: ['ArtikulOrderManager', 'ArtikulWarrantyManager', 'ContractorAdmin', 'ContractorUser'],
    },
  },
  component: lazyRouteComponent(page),
})
