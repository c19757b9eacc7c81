import { keysOf } from '@artikul/contract/core/keys'
import { CLAIM_KINDS, CLAIM_STATES } from '@artikul/contract/fulfilment/claim-states'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { addressOf, choiceParam, keyParam, numberParam, pageParams, textParam } from '../../lib/page/search-params.ts'
import { rootRoute } from '../root.ts'

const STATES = ['open', 'any', ...keysOf(CLAIM_STATES)] as const

export const claimsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/claims',
  validateSearch: addressOf({
    ...pageParams,
    q: textParam(100),
    state: choiceParam(STATES),
    kind: keyParam(CLAIM_KINDS),
    contractor_id: numberParam(),
    mine: choiceParam(['1']),
  }),
  staticData: {
    page: {
      name: 'claims',
      title: 'Возвраты и рекламации',
      menu: 'Возвраты',
      requiresAuth: true,
      roles: ['ArtikulOrderManager', 'ArtikulWarrantyManager', 'ContractorAdmin', 'ContractorUser'],
      order: 3.6,
      group: 'orders',
      help: { client: 'Вернуть или пожаловаться на товар', staff: 'Обращения' },
    },
  },
  component: lazyRouteComponent(() => import('../../features/fulfilment/claims/claims-page.tsx')),
})
