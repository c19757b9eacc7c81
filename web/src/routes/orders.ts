import { IconPackages } from '@tabler/icons-react'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { createElement, lazy } from 'react'
import { z } from 'zod'
import { LineDecision, LineGroup } from '@artikul/contract/order-lists'
import { LineState, OrderStatus } from '@artikul/contract/orders'
import { ShipmentState } from '@artikul/contract/shipments'
import { WorkKind, WorkScope } from '@artikul/contract/work-queue'
import {
  lineCountsQuery,
  linesQuery,
  orderCountsQuery,
  ORDERS_SORTS,
  ORDERS_TABS,
  ordersQuery,
} from '../features/orders/orders.api.ts'
import type { OrdersTab } from '../features/orders/orders-tabs.ts'
import { workQuery } from '../features/work-queue/work-queue.api.ts'
import { session } from '../lib/current-session.ts'
import { hasRole } from '../lib/guard.ts'
import { prefetch } from '../lib/query-client.ts'
import { choiceParam, dayParam, numberParam, pageParams, textParam } from '../lib/search-params.ts'
import { rolesOf } from '../lib/session.ts'
import { rootRoute } from './root.ts'

const STAFF = ['ArtikulOrderManager', 'ArtikulWarrantyManager'] as const

const TABS: readonly OrdersTab[] = [
  { value: 'shipments', label: 'Отгрузки', Content: lazy(() => import('../features/shipments/shipments-tab.tsx')) },
  {
    value: 'day',
    label: 'Мой день',
    isForStaff: true,
    Content: lazy(() => import('../features/work-queue/work-queue-tab.tsx')),
  },
]

export const ordersRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/orders',
  validateSearch: z.object({
    ...pageParams,
    tab: choiceParam(ORDERS_TABS),
    q: textParam(100),
    status: OrderStatus.optional().catch(undefined),
    consignee: numberParam(999_999_999),
    contractor_id: numberParam(),
    companies: choiceParam(['all']),
    from: dayParam,
    to: dayParam,
    group: LineGroup.optional().catch(undefined),
    state: LineState.optional().catch(undefined),
    late: choiceParam(['true']),
    decision: LineDecision.optional().catch(undefined),
    shipment: ShipmentState.optional().catch(undefined),
    sort: choiceParam(ORDERS_SORTS),
    scope: WorkScope.optional().catch(undefined),
    work: WorkKind.optional().catch(undefined),
  }),
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) => {
    if (deps.tab === 'lines') {
      prefetch(linesQuery(deps))
      prefetch(lineCountsQuery(deps))
    } else if (deps.tab === 'day') {
      if (hasRole(rolesOf(session.getState().user), STAFF)) prefetch(workQuery(deps))
    } else if (deps.tab !== 'shipments') {
      prefetch(ordersQuery(deps))
      prefetch(orderCountsQuery(deps))
    }
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
  component: lazyRouteComponent(async () => {
    const { default: OrdersPage } = await import('../features/orders/orders-page.tsx')
    return { default: () => createElement(OrdersPage, { tabs: TABS }) }
  }),
})
