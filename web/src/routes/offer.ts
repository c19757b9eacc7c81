import { PUBLIC_PAGES } from '@artikul/contract/page-head'
import { LegalKind } from '@artikul/contract/legal'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { IconFileText } from '@tabler/icons-react'
import { z } from 'zod'
import { legalQuery } from '../lib/legal-query.ts'
import { prefetch } from '../lib/query-client.ts'
import { rootRoute } from './root.ts'

export const offerRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/offer',
  validateSearch: z.object({ doc: LegalKind.optional().catch(undefined) }),
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) => {
    prefetch(legalQuery(deps.doc ?? 'offer'))
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
