import { ContractorStatus } from '@artikul/contract/contractor-status'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { IconBuildings } from '@tabler/icons-react'
import { z } from 'zod'
import { contractorsQuery } from '../features/contractors/contractors.api.ts'
import { prefetch } from '../lib/query-client.ts'
import { choiceParam, numberParam, pageParams, textParam } from '../lib/search-params.ts'
import { rootRoute } from './root.ts'

export const contractorsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/contractors',
  validateSearch: z.object({
    ...pageParams,
    q: textParam(200),
    status: ContractorStatus.optional().catch(undefined),
    stopped: choiceParam(['true']),
    manager_id: numberParam(),
    /** Who rings: a telephone in any spelling. */
    phone: textParam(30),
  }),
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) => {
    prefetch(contractorsQuery(deps))
  },
  staticData: {
    page: {
      name: 'contractors',
      icon: IconBuildings,
      title: 'Мои компании',
      menu: 'Компании',
      titles: { ArtikulOrderManager: 'Покупатели' },
      requiresAuth: true,
      roles: ['ContractorAdmin', 'ArtikulOrderManager'],
      order: 4,
    },
  },
  component: lazyRouteComponent(() => import('../features/contractors/contractors-page.tsx')),
})
