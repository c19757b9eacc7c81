import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { settlementsAddress } from '../../features/billing/payments/payments-desk-address.ts'
import { rootRoute } from '../root.ts'

export const settlementsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/settlements',
  validateSearch: settlementsAddress,
  staticData: {
    page: {
      name: 'settlements',
      title: 'Взаиморасчёты',
      robots: 'noindex',
      requiresAuth: true,
      roles: ['ArtikulOrderManager', 'ArtikulWarrantyManager'],
      rightOfOthers: 'accountant',
      order: 3.7,
      group: 'settlements',
      help: { staff: 'Взаиморасчёты' },
    },
  },
  component: lazyRouteComponent(() => import('../../features/billing/payments/payments-desk-page.tsx')),
})
