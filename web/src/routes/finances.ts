import { IconWallet } from '@tabler/icons-react'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { z } from 'zod'
import {
  contractsQuery,
  movementsQuery,
  unpaidInvoicesQuery,
  unpaidQuery,
} from '../features/settlements/settlements.api.ts'
import { prefetch } from '../lib/query-client.ts'
import { dayParam, numberParam, pageParams } from '../lib/search-params.ts'
import { rootRoute } from './root.ts'

export const financesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/finances',
  validateSearch: z.object({ ...pageParams, contract: numberParam(), from: dayParam, to: dayParam }),
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) => {
    prefetch(contractsQuery)
    if (deps.contract === undefined) {
      prefetch(unpaidQuery(deps))
      prefetch(unpaidInvoicesQuery(deps))
      prefetch(movementsQuery(deps))
    }
  },
  staticData: {
    page: {
      name: 'finances',
      icon: IconWallet,
      title: 'Взаиморасчёты',
      requiresAuth: true,
      roles: ['ContractorAdmin', 'ContractorUser'],
      order: 3.7,
    },
  },
  component: lazyRouteComponent(() => import('../features/settlements/finances-page.tsx')),
})
