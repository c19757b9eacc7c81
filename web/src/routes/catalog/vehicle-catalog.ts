import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { addressOf, textParam } from '../../lib/page/search-params.ts'
import { rootRoute } from '../root.ts'

const MAX_STATE = 4000

export const vehicleCatalogRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/vehicle-catalog',
  validateSearch: addressOf({
    /** VIN, frame number or plate. */
    number: textParam(50),
    /** Chosen vehicle among several; without one the only vehicle is chosen. */
    vehicle: textParam(100),
    group: textParam(100),
    unit: textParam(100),
    /** State of the provider for the chosen unit. */
    ssd: textParam(MAX_STATE),
  }),
  staticData: {
    page: {
      name: 'vehicle-catalog',
      title: 'Детали по VIN',
      requiresAuth: true,
      roles: ['ArtikulOrderManager', 'ArtikulWarrantyManager', 'ContractorAdmin', 'ContractorUser'],
    },
  },
  component: lazyRouteComponent(() => import('../../features/catalog/vehicle-catalog/vehicle-catalog-page.tsx')),
})
