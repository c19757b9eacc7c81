import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { IconMapPins } from '@tabler/icons-react'
import { z } from 'zod'
import { consigneesListQuery } from '../features/consignees/consignees.api.ts'
import { prefetch } from '../lib/query-client.ts'
import { choiceParam, pageParams, textParam } from '../lib/search-params.ts'
import { rootRoute } from './root.ts'

export const consigneesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/consignees',
  validateSearch: z.object({
    ...pageParams,
    q: textParam(),
    archived: choiceParam(['true']),
    view: choiceParam(['map']),
  }),
  loaderDeps: ({ search: { view: _shownHow, ...search } }) => search,
  loader: ({ deps }) => {
    prefetch(consigneesListQuery(deps))
  },
  staticData: {
    page: {
      name: 'consignees',
      icon: IconMapPins,
      title: 'Грузополучатели',
      requiresAuth: true,
      roles: ['ContractorAdmin', 'ContractorUser'],
      order: 4,
    },
  },
  component: lazyRouteComponent(() => import('../features/consignees/consignees-page.tsx')),
})
