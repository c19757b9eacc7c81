import { IconTruckDelivery } from '@tabler/icons-react'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { z } from 'zod'
import { shipmentQuery } from '../features/shipments/shipments.api.ts'
import { prefetch } from '../lib/query-client.ts'
import { choiceParam } from '../lib/search-params.ts'
import { rootRoute } from './root.ts'

export const shipmentRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/shipments/$id',
  // The QR of a label opens the shipment to be counted.
  validateSearch: z.object({ count: choiceParam(['1']) }),
  loader: ({ params }) => {
    prefetch(shipmentQuery(params.id))
  },
  staticData: {
    page: {
      name: 'shipment',
      icon: IconTruckDelivery,
      title: 'Отгрузка',
      requiresAuth: true,
      roles: ['ArtikulOrderManager', 'ArtikulWarrantyManager', 'ContractorAdmin', 'ContractorUser'],
    },
  },
  component: lazyRouteComponent(() => import('../features/shipments/shipment-page.tsx')),
})
