import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { IconReceipt2 } from '@tabler/icons-react'
import { invoiceQuery } from '../features/invoices/invoices.api.ts'
import { prefetch } from '../lib/query-client.ts'
import { rootRoute } from './root.ts'

export const orderInvoiceRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/order-invoice/$id',
  loader: ({ params }) => {
    prefetch(invoiceQuery(params.id))
  },
  staticData: {
    page: {
      name: 'order-invoice',
      icon: IconReceipt2,
      title: 'Счёт на оплату',
      requiresAuth: true,
      roles: ['ArtikulOrderManager', 'ArtikulWarrantyManager', 'ContractorAdmin', 'ContractorUser'],
    },
  },
  component: lazyRouteComponent(() => import('../features/invoices/order-invoice-page.tsx')),
})
