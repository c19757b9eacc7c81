import { PUBLIC_PAGES } from '@artikul/contract/site/page-head'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { addressOf, choiceParam } from '../../lib/page/search-params.ts'
import { rootRoute } from '../root.ts'

export const apiRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/api',
  validateSearch: addressOf({ about: choiceParam(['partner', 'guide', 'portal']) }),
  staticData: {
    page: {
      name: 'api',
      ...PUBLIC_PAGES['/api'],
    },
  },
  component: lazyRouteComponent(() => import('../../features/site/api-docs/api-page.tsx')),
})
