import { noop } from '@tanstack/react-query'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { memberParts } from '../../app/member-parts.ts'
import { addressOf, textParam } from '../../lib/page/search-params.ts'
import { rootRoute } from '../root.ts'

export const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  validateSearch: addressOf({
    redirect: textParam(2000),
    /** Prefilled for a user who has just confirmed their email. */
    login: textParam(320),
  }),
  // Preloads the frame for the time after signing in.
  loader: () => void memberParts().catch(noop),
  staticData: {
    page: { name: 'login', title: 'Вход', description: 'Вход в портал заказов', robots: 'noindex' },
  },
  component: lazyRouteComponent(() => import('../../features/identity/auth/login-page.tsx')),
})
