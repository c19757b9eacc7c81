import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { addressOf, numberParam, textParam } from '../../lib/page/search-params.ts'
import { rootRoute } from '../root.ts'

const MAX_ID = 2_147_483_647

export const newClaimRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/claims/new',
  validateSearch: addressOf({
    q: textParam(100),
    /** Source of the form: a shipment, or an order with a line. */
    shipment: numberParam(MAX_ID),
    order: numberParam(MAX_ID),
    line: numberParam(MAX_ID),
  }),
  staticData: {
    page: {
      name: 'new-claim',
      title: 'Новое обращение',
      requiresAuth: true,
      roles: ['ContractorAdmin', 'ContractorUser'],
    },
  },
  component: lazyRouteComponent(() => import('../../features/fulfilment/claims/new-claim-page.tsx')),
})
