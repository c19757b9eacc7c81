import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { lazyRead } from '../../lib/api/lazy-read.ts'
import { addressOf, pageParams } from '../../lib/page/search-params.ts'
import { rootRoute } from '../root.ts'

const page = () => import('./vehicle.page.ts')

export const vehicleRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/garage/$id',
  validateSearch: addressOf(pageParams),
  loaderDeps: ({ search }) => search,
  loader: lazyRead(page),
  staticData: {
    page: {
      name: 'vehicle',
      title: 'Машина',
      requiresAuth: true,
      roles: ['ContractorAdmin', 'ContractorUser'],
    },
  },
  component: lazyRouteComponent(page),
})
