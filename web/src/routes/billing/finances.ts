import { DOCUMENT_KINDS } from '@artikul/contract/billing/document-kinds'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
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

const page = () => import('./finances.page.ts')

export const financesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/finances',
  validateSearch: addressOf({
    ...pageParams,
    tab: choiceParam(['documents', 'month', 'spend', 'reconciliations']),
    contract: numberParam(),
    from: dayParam,
    to: dayParam,
    kind: keyParam(DOCUMENT_KINDS),
    q: textParam(50),
  }),
  loaderDeps: ({ search }) => search,
  loader: lazyRead(page),
  staticData: {
    page: {
      name: 'finances',
      title: 'Взаиморасчёты',
      requiresAuth: true,
      roles: ['ContractorAdmin', 'ContractorUser'],
      order: 3.7,
      group: 'settlements',
      help: { client: 'Деньги и документы' },
    },
  },
  component: lazyRouteComponent(page),
})
