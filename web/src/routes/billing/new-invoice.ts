import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { addressOf, choiceParam, numberParam } from '../../lib/page/search-params.ts'
import { rootRoute } from '../root.ts'

export const newInvoiceRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/invoice',
  validateSearch: addressOf({
    /** Buyer of the invoice; for staff. */
    company: numberParam(),
    contract: numberParam(),
    kind: choiceParam(['advance', 'orders', 'shipments', 'goods']),
    /** Source of the form: a draft, or an invoice to be replaced. */
    draft: numberParam(),
    replaces: numberParam(),
  }),
  staticData: {
    page: {
      name: 'invoice',
      title: 'Новый счёт на оплату',
      requiresAuth: true,
      roles: ['ArtikulOrderManager', 'ArtikulWarrantyManager', 'ContractorAdmin', 'ContractorUser'],
    },
  },
  component: lazyRouteComponent(() => import('../../features/billing/invoices/new-invoice-page.tsx')),
})
