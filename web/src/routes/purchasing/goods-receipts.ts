import { RECEIPT_STATES } from '@artikul/contract/purchasing/receipt-states'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { RECEIPT_TABS } from '../../features/purchasing/goods-receipts/receipts-address.ts'
import { lazyRead } from '../../lib/api/lazy-read.ts'
import { addressOf, choiceParam, keyParam, numberParam, pageParams, textParam } from '../../lib/page/search-params.ts'
import { rootRoute } from '../root.ts'

const page = () => import('./goods-receipts.page.ts')

export const goodsReceiptsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/goods-receipts',
  validateSearch: addressOf({
    ...pageParams,
    tab: choiceParam(RECEIPT_TABS),
    supply_route_id: numberParam(),
    state: keyParam(RECEIPT_STATES),
    q: textParam(50),
  }),
  loaderDeps: ({ search }) => search,
  loader: lazyRead(page),
  staticData: {
    page: {
      name: 'goods-receipts',
      title: 'Приёмка',
      requiresAuth: true,
      roles: ['ArtikulOrderManager'],
      order: 5.5,
      group: 'purchasing',
    },
  },
  component: lazyRouteComponent(page),
})
