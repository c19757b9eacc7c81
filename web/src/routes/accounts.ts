import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { IconUsers } from '@tabler/icons-react'
import { z } from 'zod'
import { accountsQuery } from '../features/accounts/accounts.api.ts'
import { session } from '../lib/current-session.ts'
import { hasRole } from '../lib/guard.ts'
import { prefetch } from '../lib/query-client.ts'
import { numberParam, pageParams, textParam } from '../lib/search-params.ts'
import { rolesOf } from '../lib/session.ts'
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
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) => {
    prefetch(accountsQuery(hasRole(rolesOf(session.getState().user), ['ArtikulOrderManager']), deps))
  },
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
