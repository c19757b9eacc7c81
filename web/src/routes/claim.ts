import { IconArrowBackUp } from '@tabler/icons-react'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { claimQuery } from '../features/claims/claims.api.ts'
import { prefetch } from '../lib/query-client.ts'
import { rootRoute } from './root.ts'

export const claimRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/claims/$id',
  loader: ({ params }) => {
    prefetch(claimQuery(params.id))
  },
  staticData: {
    page: {
      name: 'claim',
      icon: IconArrowBackUp,
      title: 'Обращение',
      requiresAuth: true,
      roles: ['ArtikulOrderManager', 'ArtikulWarrantyManager', 'ContractorAdmin', 'ContractorUser'],
    },
  },
  component: lazyRouteComponent(() => import('../features/claims/claim-page.tsx')),
})
