import { IconPackages } from '@tabler/icons-react'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { z } from 'zod'
import { LineDecision, LineGroup } from '@artikul/contract/line-groups'
import { LineState } from '@artikul/contract/line-states'
import { OrderStatus } from '@artikul/contract/order-status'
import { ShipmentState } from '@artikul/contract/shipment-states'
import { WorkKind, WorkScope } from '@artikul/contract/work-kinds'
import { ORDERS_SORTS, ORDERS_TABS } from '../features/orders/orders-address.ts'
import { lazyRead } from '../lib/lazy-read.ts'
import { choiceParam, dayParam, lazySearch, numberParam, pageParams, textParam } from '../lib/search-params.ts'
import { rootRoute } from './root.ts'

const page = () => import('./orders.page.ts')

export const ordersRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/orders',
  validateSearch: lazySearch(() =>
    z.object({
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
  ),
  loaderDeps: ({ search }) => search,
  loader: lazyRead(page),
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
  component: lazyRouteComponent(page),
})
