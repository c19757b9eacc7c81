import { PUBLIC_PAGES } from '@artikul/contract/page-head'
import { LegalKind } from '@artikul/contract/legal'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { IconFileText } from '@tabler/icons-react'
import { z } from 'zod'
import { legalVersionQuery, legalQuery } from '../lib/legal-query.ts'
import { prefetch } from '../lib/query-client.ts'
import { numberParam } from '../lib/search-params.ts'
import { rootRoute } from './root.ts'

export const offerRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/offer',
  validateSearch: z.object({ doc: LegalKind.optional().catch(undefined), version: numberParam() }),
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) => {
    const kind = deps.doc ?? 'offer'
    if (deps.version === undefined) prefetch(legalQuery(kind))
    else prefetch(legalVersionQuery(kind, deps.version))
  },
  staticData: {
    page: {
      name: 'offer',
      icon: IconFileText,
      ...PUBLIC_PAGES['/offer'],
    },
  },
  component: lazyRouteComponent(() => import('../features/offer/offer-page.tsx')),
})
