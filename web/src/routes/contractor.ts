import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { IconBuilding } from '@tabler/icons-react'
import { z } from 'zod'
import { CONTRACTOR_TABS, contractorQuery } from '../features/contractors/contractors.api.ts'
import { prefetch } from '../lib/query-client.ts'
import { choiceParam, pageParams } from '../lib/search-params.ts'
import { rootRoute } from './root.ts'

export const contractorRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/contractors/$id',
  validateSearch: z.object({ ...pageParams, tab: choiceParam(CONTRACTOR_TABS) }),
  loader: ({ params }) => {
    prefetch(contractorQuery(params.id))
  },
  staticData: {
    page: {
      name: 'contractor',
      icon: IconBuilding,
      title: 'Компания',
      titles: { ArtikulOrderManager: 'Покупатель' },
      requiresAuth: true,
      roles: ['ContractorAdmin', 'ArtikulOrderManager'],
    },
  },
  component: lazyRouteComponent(() => import('../features/contractors/contractor-page.tsx')),
})
