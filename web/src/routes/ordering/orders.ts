import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { LINE_DECISIONS, LINE_GROUPS } from '@artikul/contract/ordering/orders/line-groups'
import { LINE_STATES } from '@artikul/contract/ordering/orders/line-states'
import { ORDER_STATUSES } from '@artikul/contract/ordering/orders/order-status'
import { SHIPMENT_STATES } from '@artikul/contract/fulfilment/shipment-states'
import { WORK_KINDS, WORK_SCOPES } from '@artikul/contract/workspace/work-kinds'
import { ORDERS_SORTS, ORDERS_TABS } from '../../features/ordering/orders/lists/orders-address.ts'
import { lazyRead } from '../../lib/api/lazy-read.ts'
import {
  addressOf,
  choiceParam,
  dayParam,
  keyParam,
  numberParam,
  pageParams,
  textParam,
} from '../../lib/page/search-params.ts'
import { session } from '../../lib/session/current-session.ts'
import { hasRole } from '../../lib/session/guard.ts'
import { rolesOf } from '../../lib/session/session.ts'
import { rootRoute } from '../root.ts'

const page = () => import('./orders.page.ts')

export const ordersRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/orders',
  validateSearch: addressOf({
    ...pageParams,
    tab: choiceParam(ORDERS_TABS),
    q: textParam(100),
    status: keyParam(ORDER_STATUSES),
    consignee: numberParam(999_999_999),
    contractor_id: numberParam(),
    manager_id: numberParam(),
    companies: choiceParam(['all']),
    from: dayParam,
    to: dayParam,
    group: keyParam(LINE_GROUPS),
    state: keyParam(LINE_STATES),
    late: choiceParam(['true']),
    decision: choiceParam(LINE_DECISIONS),
    shipment: keyParam(SHIPMENT_STATES),
    sort: choiceParam(ORDERS_SORTS),
    scope: keyParam(WORK_SCOPES),
    work: keyParam(WORK_KINDS),
  }),
  // Staff begin with what waits for them; any parameter names what they want to see instead.
  beforeLoad: ({ search }) => {
    const isBare = Object.values(search).every((value) => value === undefined)
    const isStaff = hasRole(rolesOf(session.getState().user), ['ArtikulOrderManager', 'ArtikulWarrantyManager'])
    if (isBare && isStaff) redirect({ to: '/orders', search: { tab: 'day' }, replace: true, throw: true })
  },
  loaderDeps: ({ search }) => search,
  loader: lazyRead(page),
  staticData: {
    page: {
      name: 'orders',
      title: 'Заказы',
      requiresAuth: true,
      roles: ['ArtikulOrderManager', 'ArtikulWarrantyManager', 'ContractorAdmin', 'ContractorUser'],
      order: 2,
      group: 'orders',
      help: { client: 'Следить за заказом', staff: 'Мой день' },
    },
  },
  component: lazyRouteComponent(page),
})
