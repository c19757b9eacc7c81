import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { IconMessageQuestion } from '@tabler/icons-react'
import { requestQuery } from '../features/requests/requests.api.ts'
import { prefetch } from '../lib/query-client.ts'
import { rootRoute } from './root.ts'

export const requestRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/requests/$id',
  loader: ({ params }) => {
    prefetch(requestQuery(params.id))
  },
  staticData: {
    page: {
      name: 'request',
      icon: IconMessageQuestion,
      title: 'Запрос менеджеру',
      requiresAuth: true,
      roles: ['ArtikulOrderManager', 'ContractorAdmin', 'ContractorUser'],
    },
  },
  component: lazyRouteComponent(() => import('../features/requests/request-page.tsx')),
})
