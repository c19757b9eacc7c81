import { IconTruckLoading } from '@tabler/icons-react'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { z } from 'zod'
import { readyQuery } from '../features/shipments/shipments.api.ts'
import { prefetch } from '../lib/query-client.ts'
import { numberParam, pageParams, textParam } from '../lib/search-params.ts'
import { rootRoute } from './root.ts'

export const readyShipmentsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/shipments/ready',
  validateSearch: z.object({ ...pageParams, q: textParam(100), zone_id: numberParam() }),
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) => {
    prefetch(readyQuery(deps))
  },
  staticData: {
    page: {
      name: 'ready-shipments',
      icon: IconTruckLoading,
      title: 'Рейсы',
      requiresAuth: true,
      roles: ['ArtikulOrderManager'],
      order: 2.5,
    },
  },
  component: lazyRouteComponent(() => import('../features/shipments/ready-page.tsx')),
})
