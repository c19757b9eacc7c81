import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { lazyRead } from '../../lib/api/lazy-read.ts'
import { addressOf, choiceParam, pageParams, textParam } from '../../lib/page/search-params.ts'
import { rootRoute } from '../root.ts'

const page = () => import('./garage.page.ts')

export const garageRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/garage',
  validateSearch: addressOf({
    ...pageParams,
    q: textParam(100),
    archived: choiceParam(['true']),
    /** Number of a vehicle to add, from a search. */
    add: textParam(50),
  }),
  loaderDeps: ({ search: { add: _added, ...search } }) => search,
  loader: lazyRead(page),
  staticData: {
    page: {
      name: 'garage',
      title: 'Гараж',
      requiresAuth: true,
      roles: ['ContractorAdmin', 'ContractorUser'],
      order: 3.55,
      group: 'buying',
      help: { client: 'Заказать для машины' },
    },
  },
  component: lazyRouteComponent(page),
})
