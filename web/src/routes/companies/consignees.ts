import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { lazyRead } from '../../lib/api/lazy-read.ts'
import { addressOf, choiceParam, pageParams, textParam } from '../../lib/page/search-params.ts'
import { rootRoute } from '../root.ts'

const page = () => import('./consignees.page.ts')

export const consigneesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/consignees',
  validateSearch: addressOf({
    ...pageParams,
    q: textParam(),
    archived: choiceParam(['true']),
    view: choiceParam(['map']),
  }),
  loaderDeps: ({ search: { view: _shownHow, ...search } }) => search,
  loader: lazyRead(page),
  staticData: {
    page: {
      name: 'consignees',
      title: 'Грузополучатели',
      requiresAuth: true,
      roles: ['ContractorAdmin', 'ContractorUser'],
      order: 4,
      group: 'companies',
    },
  },
  component: lazyRouteComponent(page),
})
