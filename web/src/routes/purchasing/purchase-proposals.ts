import { PROPOSAL_SHOWS } from '@artikul/contract/purchasing/stock-purchases'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { lazyRead } from '../../lib/api/lazy-read.ts'
import { addressOf, keyParam, numberParam, pageParams, textParam } from '../../lib/page/search-params.ts'
import { rootRoute } from '../root.ts'

const page = () => import('./purchase-proposals.page.ts')

export const purchaseProposalsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/purchase-proposals',
  validateSearch: addressOf({
    ...pageParams,
    supply_route_id: numberParam(),
    warehouse_id: numberParam(),
    brand_id: numberParam(),
    q: textParam(50),
    show: keyParam(PROPOSAL_SHOWS),
  }),
  loaderDeps: ({ search }) => search,
  loader: lazyRead(page),
  staticData: {
    page: {
      name: 'purchase-proposals',
      title: 'Предложить закупку',
      menu: 'Закупка',
      requiresAuth: true,
      roles: ['ArtikulOrderManager'],
      order: 5.4,
      group: 'purchasing',
      help: { staff: 'Закупить на свой склад' },
    },
  },
  component: lazyRouteComponent(page),
})
