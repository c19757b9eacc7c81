import { DOCUMENT_KINDS, type DocumentKind } from '@artikul/contract/documents'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { IconBuilding } from '@tabler/icons-react'
import { z } from 'zod'
import { CONTRACTOR_TABS, contractorQuery } from '../features/contractors/contractors.api.ts'
import { prefetch } from '../lib/query-client.ts'
import { choiceParam, dayParam, numberParam, pageParams, textParam } from '../lib/search-params.ts'
import { rootRoute } from './root.ts'

const KINDS = Object.keys(DOCUMENT_KINDS) as [DocumentKind, ...DocumentKind[]]

export const contractorRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/contractors/$id',
  validateSearch: z.object({
    ...pageParams,
    tab: choiceParam(CONTRACTOR_TABS),
    // What the register of documents is narrowed by.
    contract: numberParam(),
    from: dayParam,
    to: dayParam,
    kind: choiceParam(KINDS),
    q: textParam(50),
  }),
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
