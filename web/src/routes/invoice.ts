import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { IconReceipt2 } from '@tabler/icons-react'
import { oneInvoiceQuery } from '../features/invoices/invoices.api.ts'
import { prefetch } from '../lib/query-client.ts'
import { rootRoute } from './root.ts'

export const invoiceRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/invoice/$id',
  loader: ({ params }) => {
    prefetch(oneInvoiceQuery(params.id))
  },
  staticData: {
    page: {
      name: 'invoice-sheet',
      icon: IconReceipt2,
      title: 'Счёт на оплату',
      requiresAuth: true,
      roles: ['ArtikulOrderManager', 'ArtikulWarrantyManager', 'ContractorAdmin', 'ContractorUser'],
    },
  },
  component: lazyRouteComponent(() => import('../features/invoices/invoice-page.tsx')),
})
