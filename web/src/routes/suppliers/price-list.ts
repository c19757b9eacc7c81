import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { lazyRead } from '../../lib/api/lazy-read.ts'
import { rootRoute } from '../root.ts'

const page = () => import('./price-list.page.ts')

export const priceListRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/price-list',
  loader: lazyRead(page),
  staticData: {
    page: {
      name: 'price-list',
      title: 'Скачать прайс',
      requiresAuth: true,
      roles: ['ContractorAdmin', 'ContractorUser'],
    },
  },
  component: lazyRouteComponent(page),
})
