import type { PriceEffect } from '@artikul/contract/price-condition'
import { EFFECT_LABELS } from '@artikul/contract/price-effects'
import { CONDITION_SCOPES, type ConditionScope } from '@artikul/contract/condition-scopes'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { IconDiscount } from '@tabler/icons-react'
import { z } from 'zod'
import { CONDITION_TABS, SHOWN_STATES } from '../features/price-conditions/conditions-address.ts'
import { lazyRead } from '../lib/lazy-read.ts'
import { choiceParam, dayParam, lazySearch, numberParam, pageParams, textParam } from '../lib/search-params.ts'
import { rootRoute } from './root.ts'

const SCOPES = Object.keys(CONDITION_SCOPES) as [ConditionScope, ...ConditionScope[]]
const EFFECTS = Object.keys(EFFECT_LABELS) as [PriceEffect['kind'], ...PriceEffect['kind'][]]

const page = () => import('./price-conditions.page.ts')

export const priceConditionsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/price-conditions',
  validateSearch: lazySearch(() =>
    z.object({
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
  ),
  loaderDeps: ({ search }) => search,
  loader: lazyRead(page),
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
  component: lazyRouteComponent(page),
})
