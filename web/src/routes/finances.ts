import { IconWallet } from '@tabler/icons-react'
import { DOCUMENT_KINDS, type DocumentKind } from '@artikul/contract/documents'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { z } from 'zod'
import {
  contractsQuery,
  faultOfSpend,
  movementsQuery,
  spendPeriodOf,
  spendQuery,
  unpaidInvoicesQuery,
  unpaidQuery,
} from '../features/settlements/settlements.api.ts'
import { documentsQuery } from '../lib/documents-query.ts'
import { reconciliationsQuery } from '../lib/reconciliations-query.ts'
import { prefetch } from '../lib/query-client.ts'
import { choiceParam, dayParam, numberParam, pageParams, textParam } from '../lib/search-params.ts'
import { rootRoute } from './root.ts'

const KINDS = Object.keys(DOCUMENT_KINDS) as [DocumentKind, ...DocumentKind[]]

export const financesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/finances',
  validateSearch: z.object({
    ...pageParams,
    tab: choiceParam(['documents', 'spend', 'reconciliations']),
    contract: numberParam(),
    from: dayParam,
    to: dayParam,
    kind: choiceParam(KINDS),
    q: textParam(50),
  }),
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) => {
    prefetch(contractsQuery)
    if (deps.tab === 'documents') {
      if (deps.contract === undefined) prefetch(documentsQuery(deps))
    } else if (deps.tab === 'reconciliations') {
      if (deps.contract === undefined) prefetch(reconciliationsQuery({ page: deps.page, page_size: deps.page_size }))
    } else if (deps.tab === 'spend') {
      if (deps.contract === undefined && faultOfSpend(spendPeriodOf(deps)) === null) prefetch(spendQuery(deps))
    } else if (deps.contract === undefined) {
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
