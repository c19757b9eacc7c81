import { PUBLIC_PAGES } from '@artikul/contract/page-head'
import { LegalKind } from '@artikul/contract/legal-kinds'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { IconFileText } from '@tabler/icons-react'
import { z } from 'zod'
import { lazyRead } from '../lib/lazy-read.ts'
import { lazySearch, numberParam } from '../lib/search-params.ts'
import { rootRoute } from './root.ts'

const page = () => import('./offer.page.ts')

export const offerRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/offer',
  validateSearch: lazySearch(() => z.object({ doc: LegalKind.optional().catch(undefined), version: numberParam() })),
  loaderDeps: ({ search }) => search,
  loader: lazyRead(page),
  staticData: {
    page: {
      name: 'offer',
      icon: IconFileText,
      ...PUBLIC_PAGES['/offer'],
    },
  },
  component: lazyRouteComponent(page),
})
