import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../root.ts'

export const offerToClientRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/catalog/offer-to-client',
  staticData: {
    page: {
      name: 'offer-to-client',
      title: 'Предложение клиенту',
      requiresAuth: true,
      roles: ['ContractorAdmin', 'ContractorUser'],
    },
  },
  component: lazyRouteComponent(() => import('../../features/ordering/search/client-view/proposal-page.tsx')),
})
