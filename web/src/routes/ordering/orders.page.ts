import { createElement, lazy, type ComponentProps } from 'react'
import {
  lineCountsQuery,
  linesQuery,
  orderCountsQuery,
  ordersQuery,
  type OrdersSearch,
} from '../../features/ordering/orders/orders.api.ts'
import type { OrdersTabName } from '../../features/ordering/orders/lists/orders-tabs.ts'
import { workQuery } from '../../features/workspace/work-queue/work-queue.api.ts'
import { session } from '../../lib/session/current-session.ts'
import { hasRole } from '../../lib/session/guard.ts'
import { prefetch } from '../../lib/api/query-client.ts'
import { rolesOf } from '../../lib/session/session.ts'
import OrdersPage from '../../features/ordering/orders/lists/orders-page.tsx'

const STAFF = ['ArtikulOrderManager', 'ArtikulWarrantyManager'] as const

/** «Мой день», below the reminder of the setup while its steps are left. */
async function readDay() {
  const [{ default: WorkQueueTab }, { SetupReminder }] = await Promise.all([
    import('../../features/workspace/work-queue/work-queue-tab.tsx'),
    import('../../features/workspace/settings/setup-steps.tsx'),
  ])
  const Day = (props: ComponentProps<typeof WorkQueueTab>) =>
    createElement(
      'div',
      { className: 'flex flex-col gap-4' },
      createElement(SetupReminder),
      createElement(WorkQueueTab, props),
    )
  return { default: Day }
}

const TABS: readonly OrdersTabName[] = [
  {
    value: 'shipments',
    label: 'Отгрузки',
    Content: lazy(() => import('../../features/fulfilment/shipments/shipments-tab.tsx')),
  },
  {
    value: 'day',
    label: 'Мой день',
    isForStaff: true,
    Content: lazy(readDay),
  },
]

export const read = ({ deps }: { deps: OrdersSearch }) => {
  if (deps.tab === 'lines') {
    prefetch(linesQuery(deps))
    prefetch(lineCountsQuery(deps))
  } else if (deps.tab === 'day') {
    if (hasRole(rolesOf(session.getState().user), STAFF)) prefetch(workQuery(deps))
  } else if (deps.tab !== 'shipments') {
    prefetch(ordersQuery(deps))
    prefetch(orderCountsQuery(deps))
  }
}

const Page = () => createElement(OrdersPage, { tabs: TABS })
export default Page
