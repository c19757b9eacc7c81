import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { addressOf, choiceParam, textParam } from '../../lib/page/search-params.ts'
import { rootRoute } from '../root.ts'

export const registrationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/registration',
  validateSearch: addressOf({
    step: choiceParam(['person', 'consent']),
    /** Secret of the email that confirms the address. */
    confirm: textParam(200),
  }),
  staticData: {
    page: {
      name: 'registration',
      title: 'Регистрация компании',
      description: 'Регистрация компании на портале заказов',
    },
  },
  component: lazyRouteComponent(
    () => import('../../features/companies/contractors/registration/registration-page.tsx'),
  ),
})
