import { EFFECT_LABELS } from '@artikul/contract/pricing/price-effects'
import { CONDITION_SCOPES } from '@artikul/contract/pricing/condition-scopes'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { CONDITION_TABS, SHOWN_STATES } from '../../features/pricing/price-conditions/conditions-address.ts'
import { lazyRead } from '../../lib/api/lazy-read.ts'
import {
  addressOf,
  choiceParam,
  dayParam,
  keyParam,
  numberParam,
  pageParams,
  qtyParam,
  textParam,
} from '../../lib/page/search-params.ts'
import { rootRoute } from '../root.ts'

const page = () => import('./price-conditions.page.ts')

export const priceConditionsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/price-conditions',
  validateSearch: addressOf({
    ...pageParams,
    tab: choiceParam(CONDITION_TABS),
    q: textParam(100),
    scope: keyParam(CONDITION_SCOPES),
    effect: keyParam(EFFECT_LABELS),
    state: choiceParam(SHOWN_STATES),
    price_group_id: numberParam(),
    contractor_id: numberParam(),
    product_id: numberParam(),
    qty: qtyParam,
    day: dayParam,
  }),
  loaderDeps: ({ search }) => search,
  loader: lazyRead(page),
  staticData: {
    page: {
      name: 'price-conditions',
      title: 'Ценовые условия',
      menu: 'Цены',
      robots: 'noindex',
      requiresAuth: true,
      roles: ['ArtikulOrderManager', 'ArtikulWarrantyManager'],
      order: 5,
      group: 'setup',
      help: { staff: 'Ценовые условия' },
    },
  },
  component: lazyRouteComponent(page),
})
