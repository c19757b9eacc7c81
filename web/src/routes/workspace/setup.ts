import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { addressOf, textParam } from '../../lib/page/search-params.ts'
import { rootRoute } from '../root.ts'

/** First administrator of an empty portal. */
export const setupRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/setup',
  validateSearch: addressOf({ redirect: textParam(2000) }),
  staticData: {
    page: {
      name: 'setup',
      title: 'Настройка портала',
      description: 'Первый запуск портала заказов',
      robots: 'noindex',
    },
  },
  component: lazyRouteComponent(() => import('../../features/workspace/setup/setup-page.tsx')),
})
