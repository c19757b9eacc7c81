import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { IconUsers } from '@tabler/icons-react'
import { z } from 'zod'
import { numberParam, pageParams, textParam } from '../lib/search-params.ts'
import { rootRoute } from './root.ts'

export const accountsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/manager',
  validateSearch: z.object({
    ...pageParams,
    inn: textParam(12),
    username: textParam(200),
    contractor_id: numberParam(),
  }),
  staticData: {
    page: {
      name: 'accounts',
      icon: IconUsers,
      title: 'Сотрудники',
      titles: { ArtikulOrderManager: 'Пользователи' },
      requiresAuth: true,
      roles: ['ArtikulOrderManager', 'ContractorAdmin'],
      order: 5,
    },
  },
  component: lazyRouteComponent(() => import('../features/accounts/accounts-page.tsx')),
})
