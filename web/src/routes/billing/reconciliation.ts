import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { addressOf, choiceParam, pageParams } from '../../lib/page/search-params.ts'
import { rootRoute } from '../root.ts'

export const reconciliationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/reconciliations/$id',
  validateSearch: addressOf({ ...pageParams, state: choiceParam(['closed']) }),
  staticData: {
    page: {
      name: 'reconciliation',
      title: 'Сверка',
      robots: 'noindex',
      requiresAuth: true,
      roles: ['ArtikulOrderManager', 'ArtikulWarrantyManager', 'ContractorAdmin', 'ContractorUser'],
    },
  },
  component: lazyRouteComponent(() => import('../../features/billing/reconciliation/reconciliation-page.tsx')),
})
