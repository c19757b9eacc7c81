import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { IconPackages } from '@tabler/icons-react'
import { z } from 'zod'
import { ORDER_STATUSES, type OrderStatus } from '@artikul/contract/orders'
import { ORDERS_TABS, ordersQuery } from '../features/orders/orders.api.ts'
import { prefetch } from '../lib/query-client.ts'
import { choiceParam, dayParam, numberParam, pageParams, textParam } from '../lib/search-params.ts'
import { rootRoute } from './root.ts'

const STATUSES = Object.keys(ORDER_STATUSES) as [OrderStatus, ...OrderStatus[]]

export const ordersRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/orders',
  validateSearch: z.object({
    ...pageParams,
    tab: choiceParam(ORDERS_TABS),
    q: textParam(100),
    status: choiceParam(STATUSES),
    consignee: numberParam(999_999_999),
    contractor_id: numberParam(),
    from: dayParam,
    to: dayParam,
    sort: choiceParam(['-created_at', 'created_at', '-total', 'total']),
  }),
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) => {
    prefetch(ordersQuery(deps))
  },
  staticData: {
    page: {
      name: 'orders',
      icon: IconPackages,
      title: 'Заказы',
      requiresAuth: true,
      roles: ['ArtikulOrderManager', 'ArtikulWarrantyManager', 'ContractorAdmin', 'ContractorUser'],
      order: 2,
    },
  },
  component: lazyRouteComponent(() => import('../features/orders/orders-page.tsx')),
})
