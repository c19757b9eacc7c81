import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { lazyRead } from '../../lib/api/lazy-read.ts'
import { addressOf, choiceParam } from '../../lib/page/search-params.ts'
import { rootRoute } from '../root.ts'

const page = () => import('./shipment.page.ts')

export const shipmentRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/shipments/$id',
  // The QR code of a label opens the counting of the shipment.
  validateSearch: addressOf({ count: choiceParam(['1']) }),
  loader: lazyRead(page),
  staticData: {
    page: {
      name: 'shipment',
      title: 'Отгрузка',
      requiresAuth: true,
      roles: ['ArtikulOrderManager', 'ArtikulWarrantyManager', 'ContractorAdmin', 'ContractorUser'],
    },
  },
  component: lazyRouteComponent(page),
})
