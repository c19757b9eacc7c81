import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { addressOf, textParam } from '../../lib/page/search-params.ts'
import { rootRoute } from '../root.ts'

export const helpRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/help',
  validateSearch: addressOf({ topic: textParam(100) }),
  staticData: { page: { name: 'help', title: 'Помощь', requiresAuth: true } },
  component: lazyRouteComponent(() => import('./help.page.ts')),
})
