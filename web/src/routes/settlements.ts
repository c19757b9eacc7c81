import { BLOCK_CODES } from '@artikul/contract/block-codes'
import { DEBT_SORTS } from '@artikul/contract/debt-sorts'
import { IconCash } from '@tabler/icons-react'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { SETTLEMENT_TABS, STATE_CHOICES } from '../features/payments/settlements-address.ts'
import { addressOf, choiceParam, dayParam, numberParam, pageParams, textParam } from '../lib/search-params.ts'
import { rootRoute } from './root.ts'

export const settlementsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/settlements',
  validateSearch: addressOf({
    ...pageParams,
    tab: choiceParam(SETTLEMENT_TABS),
    q: textParam(100),
    state: choiceParam(STATE_CHOICES),
    contractor_id: numberParam(),
    from: dayParam,
    to: dayParam,
    sort: choiceParam(DEBT_SORTS),
    overdue: choiceParam(['true']),
    code: choiceParam(BLOCK_CODES),
    asked: choiceParam(['true']),
  }),
  staticData: {
    page: {
      name: 'settlements',
      icon: IconCash,
      title: 'Взаиморасчёты',
      robots: 'noindex',
      requiresAuth: true,
      roles: ['ArtikulOrderManager', 'ArtikulWarrantyManager'],
      rightOfOthers: 'accountant',
      order: 3.7,
    },
  },
  component: lazyRouteComponent(() => import('../features/payments/settlements-page.tsx')),
})
