import { DEMAND_KINDS, SALES_DIMENSIONS, StockChoice } from '@artikul/contract/analytics/sales'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { ANALYTICS_TABS } from '../../features/analytics/sales/analytics-address.ts'
import { lazyRead } from '../../lib/api/lazy-read.ts'
import { addressOf, choiceParam, dayParam, keyParam } from '../../lib/page/search-params.ts'
import { rootRoute } from '../root.ts'

const address = addressOf({
  tab: choiceParam(ANALYTICS_TABS),
  from: dayParam,
  to: dayParam,
  by: keyParam(SALES_DIMENSIONS),
  kind: keyParam(DEMAND_KINDS),
  stock: choiceParam(StockChoice.options),
})

const page = () => import('./analytics.page.ts')

export const analyticsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/analytics',
  validateSearch: address,
  loaderDeps: ({ search }) => search,
  loader: lazyRead(page),
  staticData: {
    page: {
      name: 'analytics',
      title: 'Показатели',
      roles: ['ArtikulOrderManager', 'ArtikulWarrantyManager'],
      right: 'executive',
      order: 3.8,
      group: 'settlements',
    },
  },
  component: lazyRouteComponent(page),
})
