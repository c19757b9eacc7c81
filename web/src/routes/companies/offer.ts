import { PUBLIC_PAGES } from '@artikul/contract/site/page-head'
import { LEGAL_LABELS } from '@artikul/contract/companies/legal-kinds'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { lazyRead } from '../../lib/api/lazy-read.ts'
import { addressOf, keyParam, numberParam } from '../../lib/page/search-params.ts'
import { rootRoute } from '../root.ts'

const page = () => import('./offer.page.ts')

export const offerRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/offer',
  validateSearch: addressOf({ doc: keyParam(LEGAL_LABELS), version: numberParam() }),
  loaderDeps: ({ search }) => search,
  loader: lazyRead(page),
  staticData: {
    page: {
      name: 'offer',
      ...PUBLIC_PAGES['/offer'],
    },
  },
  component: lazyRouteComponent(page),
})
