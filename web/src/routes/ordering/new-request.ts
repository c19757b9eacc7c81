import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { addressOf, numberParam, textParam } from '../../lib/page/search-params.ts'
import { rootRoute } from '../root.ts'

export const newRequestRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/requests/new',
  validateSearch: addressOf({
    /** Initial row: from a product page, or a search without results. */
    product: numberParam(),
    brand: textParam(100),
    article: textParam(100),
    name: textParam(300),
    qty: numberParam(999_999),
    /** Vehicle of the garage, or a searched VIN. */
    vin: textParam(50),
    car: textParam(200),
    vehicle: numberParam(),
  }),
  staticData: {
    page: {
      name: 'new-request',
      title: 'Новый запрос менеджеру',
      requiresAuth: true,
      roles: ['ContractorAdmin', 'ContractorUser'],
    },
  },
  component: lazyRouteComponent(() => import('../../features/ordering/quote-requests/new-request-page.tsx')),
})
