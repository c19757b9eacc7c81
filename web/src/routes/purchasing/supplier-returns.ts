import { SUPPLIER_RETURN_STATES } from '@artikul/contract/purchasing/supplier-returns'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { lazyRead } from '../../lib/api/lazy-read.ts'
import { addressOf, keyParam, numberParam, pageParams, textParam } from '../../lib/page/search-params.ts'
import { rootRoute } from '../root.ts'

const page = () => import('./supplier-returns.page.ts')

export const supplierReturnsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/supplier-returns',
  validateSearch: addressOf({
    ...pageParams,
    state: keyParam(SUPPLIER_RETURN_STATES),
    supply_route_id: numberParam(),
    q: textParam(30),
  }),
  loaderDeps: ({ search }) => search,
  loader: lazyRead(page),
  staticData: {
    page: {
      name: 'supplier-returns',
      title: 'Возвраты поставщикам',
      requiresAuth: true,
      roles: ['ArtikulOrderManager', 'ArtikulWarrantyManager'],
      order: 5.6,
      group: 'purchasing',
      help: { staff: 'Вернуть товар поставщику' },
    },
  },
  component: lazyRouteComponent(page),
})
