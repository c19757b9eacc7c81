import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { lazyRead } from '../../lib/api/lazy-read.ts'
import { rootRoute } from '../root.ts'

const page = () => import('./claim.page.ts')

export const claimRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/claims/$id',
  loader: lazyRead(page),
  staticData: {
    page: {
      name: 'claim',
      title: 'Обращение',
      requiresAuth: true,
      roles: ['ArtikulOrderManager', 'ArtikulWarrantyManager', 'ContractorAdmin', 'ContractorUser'],
    },
  },
  component: lazyRouteComponent(page),
})
