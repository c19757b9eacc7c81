import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { lazyRead } from '../../lib/api/lazy-read.ts'
import { addressOf, numberParam, pageParams, textParam } from '../../lib/page/search-params.ts'
import { rootRoute } from '../root.ts'

const page = () => import('./ready-shipments.page.ts')

export const readyShipmentsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/shipments/ready',
  validateSearch: addressOf({ ...pageParams, q: textParam(100), zone_id: numberParam() }),
  loaderDeps: ({ search }) => search,
  loader: lazyRead(page),
  staticData: {
    page: {
      name: 'ready-shipments',
      title: 'Рейсы',
      requiresAuth: true,
      roles: ['ArtikulOrderManager'],
      order: 2.5,
      group: 'orders',
      help: { staff: 'Отгрузить' },
    },
  },
  component: lazyRouteComponent(page),
})
