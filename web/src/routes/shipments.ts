import { SHIPMENT_STATES, type ShipmentState } from '@artikul/contract/shipments'
import { IconTruckDelivery } from '@tabler/icons-react'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { z } from 'zod'
import { shipmentsQuery } from '../features/shipments/shipments.api.ts'
import { prefetch } from '../lib/query-client.ts'
import { choiceParam, dayParam, numberParam, pageParams, textParam } from '../lib/search-params.ts'
import { rootRoute } from './root.ts'

const STATES = Object.keys(SHIPMENT_STATES) as [ShipmentState, ...ShipmentState[]]

export const shipmentsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/shipments',
  validateSearch: z.object({
    ...pageParams,
    q: textParam(50),
    state: choiceParam(STATES),
    consignee: numberParam(999_999_999),
    contractor_id: numberParam(),
    from: dayParam,
    to: dayParam,
  }),
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) => {
    prefetch(shipmentsQuery(deps))
  },
  staticData: {
    page: {
      name: 'shipments',
      icon: IconTruckDelivery,
      title: 'Отгрузки',
      requiresAuth: true,
      roles: ['ArtikulOrderManager', 'ArtikulWarrantyManager', 'ContractorAdmin', 'ContractorUser'],
    },
  },
  component: lazyRouteComponent(() => import('../features/shipments/shipments-page.tsx')),
})
