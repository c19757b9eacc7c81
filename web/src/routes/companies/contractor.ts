import { DOCUMENT_KINDS } from '@artikul/contract/billing/document-kinds'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { CONTRACTOR_TABS } from '../../features/companies/contractors/contractors-address.ts'
import { lazyRead } from '../../lib/api/lazy-read.ts'
import {
  addressOf,
  choiceParam,
  dayParam,
  keyParam,
  numberParam,
  pageParams,
  textParam,
} from '../../lib/page/search-params.ts'
import { rootRoute } from '../root.ts'

const page = () => import('./contractor.page.ts')

export const contractorRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/contractors/$id',
  validateSearch: addressOf({
    ...pageParams,
    tab: choiceParam(CONTRACTOR_TABS),
    // Filters of the register of documents.
    contract: numberParam(),
    from: dayParam,
    to: dayParam,
    kind: keyParam(DOCUMENT_KINDS),
    q: textParam(50),
  }),
  loader: lazyRead(page),
  staticData: {
    page: {
      name: 'contractor',
      title: 'Компания',
      titles: { ArtikulOrderManager: 'Покупатель' },
      requiresAuth: true,
      roles: ['ContractorAdmin', 'ArtikulOrderManager'],
    },
  },
  component: lazyRouteComponent(page),
})
