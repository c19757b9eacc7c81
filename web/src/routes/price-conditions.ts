import { EFFECT_LABELS, type PriceEffect } from '@artikul/contract/price-condition'
import { CONDITION_SCOPES, type ConditionScope } from '@artikul/contract/price-conditions'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { IconDiscount } from '@tabler/icons-react'
import { z } from 'zod'
import {
  changesQuery,
  CONDITION_TABS,
  conditionsQuery,
  groupsQuery,
  SHOWN_STATES,
  underFloorQuery,
} from '../features/price-conditions/price-conditions.api.ts'
import { prefetch } from '../lib/query-client.ts'
import { choiceParam, dayParam, numberParam, pageParams, textParam } from '../lib/search-params.ts'
import { rootRoute } from './root.ts'

const SCOPES = Object.keys(CONDITION_SCOPES) as [ConditionScope, ...ConditionScope[]]
const EFFECTS = Object.keys(EFFECT_LABELS) as [PriceEffect['kind'], ...PriceEffect['kind'][]]

export const priceConditionsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/price-conditions',
  validateSearch: z.object({
    ...pageParams,
    tab: choiceParam(CONDITION_TABS),
    q: textParam(100),
    scope: choiceParam(SCOPES),
    effect: choiceParam(EFFECTS),
    state: choiceParam(SHOWN_STATES),
    price_group_id: numberParam(),
    contractor_id: numberParam(),
    product_id: numberParam(),
    qty: z.coerce.number().positive().max(999_999).optional().catch(undefined),
    day: dayParam,
  }),
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) => {
    prefetch(groupsQuery)
    if (deps.tab === 'changes') prefetch(changesQuery(deps))
    else if (deps.tab === 'under') prefetch(underFloorQuery(deps))
    else if (deps.tab === undefined || deps.tab === 'conditions') prefetch(conditionsQuery(deps))
  },
  staticData: {
    page: {
      name: 'price-conditions',
      icon: IconDiscount,
      title: 'Ценовые условия',
      menu: 'Цены',
      robots: 'noindex',
      requiresAuth: true,
      roles: ['ArtikulOrderManager', 'ArtikulWarrantyManager'],
      order: 5,
    },
  },
  component: lazyRouteComponent(() => import('../features/price-conditions/price-conditions-page.tsx')),
})
