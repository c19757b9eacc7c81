import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { lazyRead } from '../../lib/api/lazy-read.ts'
import { rootRoute } from '../root.ts'

const page = () => import('./request.page.ts')

export const requestRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/requests/$id',
  loader: lazyRead(page),
  staticData: {
    page: {
      name: 'request',
      title: 'Запрос менеджеру',
      requiresAuth: true,
      roles: ['ArtikulOrderManager', 'ContractorAdmin', 'ContractorUser'],
    },
  },
  component: lazyRouteComponent(page),
})
