import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { lazyRead } from '../../lib/api/lazy-read.ts'
import { addressOf, numberParam } from '../../lib/page/search-params.ts'
import { rootRoute } from '../root.ts'

const page = () => import('./new-order.page.ts')

export const newOrderRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/orders/new',
  validateSearch: addressOf({
    /** Assisted order; undefined: all open ones. */
    draft: numberParam(),
    /** Company filter. */
    company: numberParam(),
  }),
  loaderDeps: ({ search }) => search,
  loader: lazyRead(page),
  staticData: {
    page: {
      name: 'new-order',
      title: 'Черновики по телефону',
      requiresAuth: true,
      roles: ['ArtikulOrderManager'],
    },
  },
  component: lazyRouteComponent(page),
})
