import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { addressOf, choiceParam, pageParams, textParam } from '../../lib/page/search-params.ts'
import { rootRoute } from '../root.ts'

export const profileRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/profile',
  validateSearch: addressOf({
    ...pageParams,
    tab: choiceParam(['data', 'security', 'sessions', 'notifications', 'theme', 'behalf', 'deputy', 'api']),
    /** Secrets of links in emails. */
    email_token: textParam(200),
    invitation: textParam(200),
  }),
  staticData: { page: { name: 'profile', title: 'Профиль', requiresAuth: true } },
  component: lazyRouteComponent(() => import('../../features/identity/profile/profile-page.tsx')),
})
