import { keysOf } from '@artikul/contract/core/keys'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { REQUEST_STATES } from '@artikul/contract/ordering/quote-request-states'
import { addressOf, choiceParam, numberParam, pageParams, textParam } from '../../lib/page/search-params.ts'
import { rootRoute } from '../root.ts'

const STATES = ['open', 'any', ...keysOf(REQUEST_STATES)] as const

export const requestsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/requests',
  validateSearch: addressOf({
    ...pageParams,
    q: textParam(100),
    state: choiceParam(STATES),
    contractor_id: numberParam(),
    mine: choiceParam(['1']),
  }),
  staticData: {
    page: {
      name: 'requests',
      title: 'Запросы менеджеру',
      menu: 'Запросы',
      requiresAuth: true,
      roles: ['ArtikulOrderManager', 'ContractorAdmin', 'ContractorUser'],
      order: 3.5,
      group: 'orders',
      help: { client: 'Найти по артикулу', staff: 'Обращения' },
    },
  },
  component: lazyRouteComponent(() => import('../../features/ordering/quote-requests/requests-page.tsx')),
})
